import assert from 'node:assert/strict';
import { languageIn, LANGUAGES } from '../../../src/testing/checks/language';

/** A sentence or two in each language that can be told. */
const TEXTS: { readonly [code: string]: string } = {
  en: 'The kite rises because the wind is pushing against it, and you hold it by the string.',
  de: 'Der Drachen steigt, weil der Wind gegen ihn drückt und du ihn an der Schnur hältst.',
  fr: 'Le cerf-volant monte parce que le vent le pousse, et vous le tenez par la ficelle.',
  es: 'La cometa sube porque el viento la empuja y tú la sujetas con el hilo.',
  it: "L'aquilone sale perché il vento lo spinge e tu lo tieni con il filo della mano.",
  pt: 'A pipa sobe porque o vento a empurra e você a segura com a linha na mão.',
  nl: 'De vlieger stijgt omdat de wind ertegen duwt en je hem met het touw vasthoudt.',
  sv: 'Draken stiger för att vinden trycker på den och du håller den i snöret, och det är inte svårt.',
  da: 'Dragen stiger, fordi vinden trykker på den, og du holder den i snoren af garn, hvad der ikke er svært.',
  nb: 'Dragen stiger fordi vinden trykker på den, og du holder den i snora, hva som ikke er vanskelig å se seg til.',
  fi: 'Leija nousee, koska tuuli työntää sitä, ja sinä pidät siitä kiinni, mutta se ei ole vaikeaa.',
  pl: 'Latawiec wznosi się, ponieważ wiatr na niego napiera, a ty trzymasz go na sznurku i to jest łatwe.',
  cs: 'Drak stoupá, protože na něj tlačí vítr a ty ho držíš na provázku, což není těžké, ale je to hra.',
  tr: 'Uçurtma yükselir çünkü rüzgâr onu iter ve sen onu bir iple tutarsın, bu çok kolay ama ne güzel.',
  hu: 'A sárkány felszáll, mert a szél nyomja, és te a zsinórnál fogva tartod, ez nem nehéz, csak egy kis idő kell.',
  ro: 'Zmeul se ridică pentru că vântul îl împinge și tu îl ții de sfoară, ceea ce nu este greu.',
  id: 'Layang-layang itu naik karena angin mendorongnya dan kamu memegangnya dengan tali yang tidak berat.',
  vi: 'Con diều bay lên vì gió đẩy nó và bạn giữ nó bằng sợi dây, điều đó không khó với người chơi.',
  ru: 'Змей поднимается, потому что ветер давит на него, и ты держишь его за нить, но это не трудно.',
  uk: 'Змій піднімається, тому що вітер тисне на нього, і ти тримаєш його за нитку, але це не важко.',
  bg: 'Хвърчилото се издига, защото вятърът го бута, и ти го държиш с връвта, но това не е трудно.',
  ar: 'ترتفع الطائرة الورقية لأن الريح تدفعها وأنت تمسك بها من الخيط، وهذا ما لا يصعب على من كان في مكان مفتوح.',
  fa: 'بادبادک بالا می رود چون باد آن را هل می دهد و تو آن را با نخ نگه می داری که سخت نیست.',
  hi: 'पतंग ऊपर उठती है क्योंकि हवा उसे धकेलती है और आप उसे डोर से पकड़ते हैं, यह कठिन नहीं है।',
  el: 'Ο χαρταετός ανεβαίνει επειδή τον σπρώχνει ο άνεμος.',
  he: 'העפיפון עולה כי הרוח דוחפת אותו.',
  hy: 'Օդապարիկը բարձրանում է, քանի որ քամին հրում է այն։',
  ka: 'ფრანი მაღლა ადის, რადგან ქარი უბიძგებს.',
  ko: '바람이 밀기 때문에 연이 올라갑니다.',
  th: 'ว่าวลอยขึ้นเพราะลมพัด',
  ta: 'காற்று தள்ளுவதால் பட்டம் மேலே எழுகிறது.',
  te: 'గాలి నెట్టడం వల్ల గాలిపటం పైకి లేస్తుంది.',
  bn: 'বাতাস ঠেলে দেয় বলে ঘুড়ি উপরে ওঠে।',
  ja: '風が押すので、凧は上がります。',
  zh: '因为风在推，所以风筝会升起来。',
};

describe('the language of an answer', () => {
  it('is told for each that a check may name', () => {
    assert.deepEqual(Object.keys(TEXTS).sort(), LANGUAGES);
    const told = Object.entries(TEXTS).map(([code, text]) => [code, languageIn(text)]);
    assert.deepEqual(
      told,
      Object.keys(TEXTS).map((code) => [code, code]),
    );
  });
});
