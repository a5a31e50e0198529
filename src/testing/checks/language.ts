const BY_SCRIPT: readonly (readonly [code: string, script: RegExp])[] = [
  ['ko', /\p{Script=Hangul}/u],
  ['th', /\p{Script=Thai}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['el', /\p{Script=Greek}/u],
  ['ka', /\p{Script=Georgian}/u],
  ['hy', /\p{Script=Armenian}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['te', /\p{Script=Telugu}/u],
  ['bn', /\p{Script=Bengali}/u],
];

/** Most frequent words of languages that share a script. Words of several languages have less weight. */
const WORDS: { readonly [code: string]: string } = {
  en: 'the of and to in is that it for was on are with as this be have not or from by you which at but they we an will can',
  de: 'der die das und ist nicht ein eine zu mit auf sich für den dem des von auch als werden wird aus bei oder sind wie es im nach einen er sie ich du wir ihr man an dass noch nur so über wenn aber hat haben ihn weil gegen vor durch bis kann',
  fr: 'le la les de des et est un une que qui dans pour pas sur avec ce il elle sont plus par au du ne vous nous cette mais ou se',
  es: 'el la los las de y que en un una es por con para no se su del al como más pero este esta son lo le ha muy también',
  it: 'il lo la gli le di e che è un una per con non si del della sono come più anche nel alla dei questo ma da su o ha',
  pt: 'o a os as de e que em um uma é para com não se do da por mais como mas dos das no na ao são foi também você',
  nl: 'de het een en van is dat niet op te in zijn voor met die ook aan maar om er naar bij als of wordt kan deze door je wat',
  sv: 'och att det som en är på för av med den till inte ett har de kan om var från men så vi eller du sig också när där',
  da: 'og at det som en er på for af med den til ikke et har de kan om var fra men så vi eller du sig også når der',
  nb: 'og at det som en er på for av med den til ikke et har de kan om var fra men så vi eller du seg også når der',
  fi: 'ja on ei se että oli hän mutta ovat ole joka kun myös tai niin voi kuin mitä tämä sen olla jos kanssa vain nyt minä sinä',
  pl: 'i w na nie się z do jest to że jak po co tak o od za ale przez są jego dla czy ma być już oraz tym które',
  cs: 'a je se na v že to s z do ale jako by o pro jsou za jak po nebo si už být který jeho také tak když jen',
  tr: 've bir bu da de için ile çok ama gibi en daha ne var olarak o mı değil olan kadar sonra her ki ya şey ben sen biz',
  hu: 'a az és hogy nem is egy van ez volt csak meg de mint már vagy el ha azt kell még lehet ki minden aki sem itt',
  ro: 'și de în la că nu cu o pe este un să din mai care sunt dar pentru ce se fi ca sau au prin după fost lui acest',
  id: 'yang dan di ini itu dengan untuk tidak dari dalam akan pada juga ke karena ada oleh saya kita mereka atau sebagai bisa dapat adalah',
  vi: 'và là của có cho không được một các những trong với này đã để khi người từ cũng như về đó ra thì nhiều hơn bạn tôi',
  ru: 'и в не на что я с он как это по но они к у из за то все она так его от же бы для вы мы или был',
  uk: 'і в не на що я з він як це по але вони до у із за то все вона так його від же для ви ми або був',
  bg: 'и в не на че е с той като това по но те към от за то всички тя така го да ще или бе са се при',
  ar: 'في من على أن إلى هذا التي عن مع هو ما لا كان الذي هذه أو كل بعد قد بين ذلك ثم هي لم إن حيث',
  fa: 'و در به از که این را با است برای آن یک خود تا بر هم شد می شود ها بود نیز یا کرد اما هر',
  hi: 'है के में की और का को से यह हैं पर कि एक इस नहीं ने भी था हो कर तो ही या जो वह',
};

/** Letters that are unique among the languages of the same script. */
const LETTERS: { readonly [code: string]: RegExp } = {
  uk: /[іїєґ]/giu,
  ru: /[ыэё]/giu,
  fa: /[پچژگ]/gu,
  pl: /[łżźśćń]/giu,
  cs: /[řěů]/giu,
  tr: /[ğışİ]/gu,
  hu: /[őű]/giu,
  ro: /[șțăŞŢ]/giu,
  vi: /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ]/giu,
  de: /ß/gu,
  es: /[ñ¿¡]/giu,
  pt: /[ãõ]/giu,
  nb: /\b(?:ikke|seg|hva|fra|noe|også)\b/giu,
  da: /\b(?:ikke|sig|hvad|fra|noget|også|af)\b/giu,
  sv: /[äö]/giu,
};

export const LANGUAGES: readonly string[] = [
  ...Object.keys(WORDS),
  ...BY_SCRIPT.map(([code]) => code),
  'ja',
  'zh',
].sort();

/** Minimum number of words, and minimum share of frequent ones. */
const MIN_WORDS = 6;
const MIN_SHARE = 0.12;
/** Minimum ratio to the second-best language. */
const LEAD = 1.5;
/** Minimum share of letters in a script. */
const MIN_SCRIPT_SHARE = 0.5;

/**
 * Detects the language by script and frequent words. Undefined if uncertain, such as for short or mixed text. Ignores
 * code blocks.
 */
export function languageIn(text: string): string | undefined {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/https?:\/\/\S+/g, ' ');
  const letters = prose.match(/\p{L}/gu) ?? [];
  if (letters.length < 2) return undefined;
  const share = (script: RegExp): number =>
    letters.filter((letter) => script.test(letter)).length / letters.length;
  // Japanese text also includes Chinese characters.
  const kana = share(/[\p{Script=Hiragana}\p{Script=Katakana}]/u);
  const han = share(/\p{Script=Han}/u);
  if (kana + han > MIN_SCRIPT_SHARE) return kana > 0.05 ? 'ja' : kana === 0 ? 'zh' : undefined;
  const own = BY_SCRIPT.find(([, script]) => share(script) > MIN_SCRIPT_SHARE);
  if (own) return own[0];
  return byWords(prose);
}

const known = new Map(
  Object.entries(WORDS).map(([code, words]) => [code, new Set(words.split(' '))] as const),
);

const sharing = new Map<string, number>();
for (const words of known.values()) {
  for (const word of words) sharing.set(word, (sharing.get(word) ?? 0) + 1);
}

function byWords(prose: string): string | undefined {
  const words = prose.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const scores = [...known].map(([code, frequent]) => {
    const hits = words.filter((word) => frequent.has(word));
    const marks = hits.length === 0 ? 0 : (prose.match(LETTERS[code] ?? /(?!)/gu)?.length ?? 0);
    const weight = hits.reduce((sum, word) => sum + 1 / (sharing.get(word) ?? 1), 0);
    return [code, weight + Math.min(marks, words.length / 4), hits.length] as const;
  });
  const [best, next] = scores.sort(([, one], [, other]) => other - one);
  if (!best || best[2] / words.length < MIN_SHARE) return undefined;
  return best[1] >= (next?.[1] ?? 0) * LEAD ? best[0] : undefined;
}
