/**
 * A text with the marks it must get, in « »: W(arning), I(nformation), H(int), or N(one, hover only), and a + if the mark
 * offers a successor. No other mark may appear.
 */
export type Snippet = readonly [path: string, text: string];

/** Source code as it is commonly written, on 2026-11-28. */
export const snippets: readonly Snippet[] = [
  // Python
  [
    'chat.py',
    'import «W:google.generativeai» as genai\nmodel = genai.GenerativeModel("«W+:gemini-1.5-flash»")',
  ],
  ['chat.py', "client.models.generate_content(model='«W+:gemini-2.0-flash»', contents=prompt)"],
  ['chat.py', 'llm = ChatGoogleGenerativeAI(model="models/«W+:gemini-1.5-pro-latest»")'],
  ['chat.py', 'MODEL = os.getenv("GEMINI_MODEL", "«I+:gemini-3.1-flash-lite»")  # fast'],
  ['chat.py', 'litellm.completion(model="gemini/«W+:gemini-2.0-flash»", messages=m)'],
  ['chat.py', 'litellm.completion(model="apigee/vertex_ai/«N:gemini-2.5-pro»")'],
  [
    'agent.py',
    "Agent('google-gla:«W+:gemini-2.5-flash»')\nAgent('google-vertex:«N:gemini-2.5-flash»')",
  ],
  [
    'vertex.py',
    'client = genai.Client(vertexai=True)\nclient.models.embed_content(model="«H:text-embedding-004»")',
  ],
  [
    'vertex.py',
    'from «W:vertexai.generative_models» import GenerativeModel\nGenerativeModel("«H:gemini-1.5-pro-002»")',
  ],
  ['vertex.py', 'from «W:vertexai import language_models»\n'],
  ['embed.py', 'EMBEDDING = "«W:text-embedding-004»"\nOTHER = "text-embedding-3-small"'],
  [
    'names.py',
    'f"gemini-{version}-flash", "gemini-2.0-flash-%s" % x, "gemini-api", "gemini-2.0-flash-custom"',
  ],
  ['notes.py', '# We used "«N:gemini-1.5-pro»" until 2025.\nx = 1'],
  ['notes.py', 'raise ValueError("The model «N:gemini-pro» is not supported.")'],
  // Notebooks, as JSON
  [
    'demo.ipynb',
    '[\n  "import «W:google.generativeai» as genai\\n", "m = \\"«W+:gemini-2.0-flash»\\"\\n"]',
  ],
  ['demo.ipynb', 'MODEL_ID = "«W+:gemini-2.5-flash»" # @param ["gemini-x"] {"allow-input": true}'],
  [
    'demo.ipynb',
    '["%pip install -q «W:google-generativeai»\\n", "The google-generativeai SDK\\n"]',
  ],
  // JavaScript and TypeScript
  ['app.ts', 'import { GoogleGenerativeAI } from "«W:@google/generative-ai»";'],
  ['app.ts', "const model = google('«W+:gemini-2.0-flash-exp»');"],
  [
    'app.ts',
    'const url = `${base}/v1beta/models/«W+:gemini-2.5-flash»:generateContent?key=${key}`;',
  ],
  ['app.ts', 'const name = `gemini-${size}`, other = `gemini-2.0-flash${suffix}`;'],
  [
    'app.ts',
    "openrouter('google/«H:gemini-2.0-flash-001»'); openrouter('google/«H:gemini-2.0-flash-exp»:free');",
  ],
  [
    'app.ts',
    'import x from "./models/gemini-pro"; import "./gemini-pro/index"; import "./gemini-pro.css";',
  ],
  ['app.ts', 'open("https://ai.google.dev/gemini-api/docs/models/gemini-2.0-flash");'],
  ['page.tsx', '<option value="«W+:gemini-2.0-flash-lite»">Gemini 2.0 Flash-Lite</option>'],
  ['page.tsx', "const css = { className: 'gemini-prompt', id: 'text-embedding' };"],
  // Go
  [
    'main.go',
    'import "«W:github.com/google/generative-ai-go»/genai"\nm := client.GenerativeModel("«W+:gemini-1.5-flash-8b»")',
  ],
  // Java and Kotlin
  [
    'App.java',
    'import «W:com.google.cloud.vertexai».VertexAI;\nbuilder.modelName("«H:gemini-1.5-flash-001»")',
  ],
  ['App.java', '@Value("${gemini.model:«W+:gemini-2.0-flash»}") String model;'],
  // Dart, PHP, C#, Rust
  [
    'main.dart',
    "import 'package:«I:google_generative_ai»/google_generative_ai.dart';\nGenerativeModel(model: '«W+:gemini-1.5-flash-latest»')",
  ],
  ['main.rs', '#[arg(default_value = "«H+:gemini-3.7-flash»")]\nmodel: String,'],
  // Configuration
  ['.env', 'GEMINI_MODEL=«W+:gemini-2.0-flash»\n# OLD=«N:gemini-pro»'],
  [
    'application.yml',
    'chat:\n  model: ${GEMINI_MODEL:«W+:gemini-2.0-flash»}\n  other: «W+:gemini-1.5-pro»\n',
  ],
  ['docker-compose.yml', 'environment:\n  - MODEL=${MODEL:-«W+:gemini-2.5-pro»}\n'],
  [
    'deploy.sh',
    'gcloud run deploy x --update-env-vars GEMINI_MODEL=«W+:gemini-2.5-flash»,LOG=1\nllm -m «W+:gemini-2.0-flash» hi',
  ],
  ['workflow.json', '{ "modelName": "models/«W+:gemini-1.5-flash»", "old": "models/«W:aqa»" }'],
  ['config.toml', 'model = "google/«N:gemini-2.5-flash»"\nalias = "«N:gemini-flash-latest»"'],
  ['query.sql', "UPDATE p SET m = '«W+:gemini-1.5-flash»' WHERE m LIKE 'gemini-pro%';"],
  // Manifests
  ['requirements.txt', '«W:google-generativeai»==0.8.5\n# google-generativeai\ngoogle-genai>=1'],
  [
    'pyproject.toml',
    'dependencies = ["«W:google-generativeai»>=0.8", "langchain-google-generativeai"]',
  ],
  [
    'package.json',
    '{ "dependencies": { "«W:@google/generative-ai»": "^0.24.0", "@google/genai": "^3" } }',
  ],
  ['pubspec.yaml', 'dependencies:\n  «I:google_generative_ai»: ^0.4.7\n'],
  ['pom.xml', '<artifactId>«W:google-cloud-vertexai»</artifactId>'],
  [
    'Dockerfile',
    '# pip install google-generativeai\nRUN pip install --upgrade flask "«W:google-generativeai»==0.8"',
  ],
  ['ci.yml', 'steps:\n  - run: npm install «W:@google/generative-ai» @google/genai'],
  // Prose, lists, and tests
  [
    'README.md',
    'Use `«N:gemini-1.5-pro»`, see models/«N:gemini-2.0-flash». pip install google-generativeai',
  ],
  [
    'models.ts',
    "['«N:gemini-1.5-pro»', '«N:gemini-2.0-flash»', '«N:gemini-2.5-pro»', '«N:gemini-3.8-flash»', '«N:gemini-pro»']",
  ],
  ['tests/test_chat.py', 'assert model == "«H+:gemini-2.0-flash»"\nimport «H:google.generativeai»'],
  [
    'app.ts',
    "const old = '«W+:gemini-pro»';\nconst older = 'gemini-pro-vision'; // genlang-ignore\n",
  ],
  ['app.ts', "// genlang-ignore-file\nconst old = 'gemini-pro';"],
  ['app.ts', "const ok = '«N:gemini-3.8-flash»', next = '«N:gemini-4-neon»';"],
];

/** Files that repeat IDs without using them. */
export const skippedPaths: readonly string[] = [
  'package-lock.json',
  'go.sum',
  'CHANGELOG.md',
  'docs/release-notes.md',
  'src/__snapshots__/chat.test.ts.snap',
  'tests/cassettes/test_google/chat.yaml',
  '.genlang/recordings/one.json',
  'recordings/a.json',
  'traffic.har',
  'server.log',
  'dist/index.js',
  'node_modules/x/index.js',
  'app.min.js',
  'app.js.map',
  'data/prices.csv',
];
