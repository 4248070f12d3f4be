// Texts of the kinds that prompts are made of, with the tokens that real tokenizers count in them: the material to fit and to judge
// the estimate of include/t2s/llm/detail/token_estimate.hpp with (bench/token_estimate.cpp).
//
//   npm install js-tiktoken                   in a new folder; then, with a copy of this file there:
//   node token_texts.mjs QUESTIONS.json DATABASES [ENGLISH.txt ...] > texts.jsonl
//
// QUESTIONS has Spider's form: an array of {db_id, question, query}. DATABASES is a folder with ID.sqlite or ID/ID.sqlite for each db_id.
// ENGLISH are text files, cut at paragraphs. Prints a line {kind, text, cl100k, o200k} a text; the same for the same input. Needs sqlite3.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { getEncoding } from "js-tiktoken";

// Questions of our own beyond English, for the letters that have no other source here.
const foreign = [
  "Quelles sont les cinq villes les plus peuplées, et à quelle altitude se trouvent-elles ?",
  "Wie heißen die Flüsse, die durch mehr als drei Länder fließen, und wie lang sind sie?",
  "¿Cuántos países de América del Sur no tienen salida al mar? Muéstralos con su población.",
  "Quais são as línguas oficiais de cada país africano? São Tomé também conta.",
  "Které české město má nejvíce obyvatel a kdy bylo založeno? Řeka jím protéká.",
  "Która rzeka jest najdłuższa i przez jakie państwa płynie? Pokaż źródło.",
  "Mỗi quốc gia có bao nhiêu thành phố với hơn một triệu dân?",
  "En kalabalık beş şehir hangileridir ve hangi ülkededirler?",
  "Какие пять городов самые многолюдные и в каких странах они находятся?",
  "Скільки річок протікає через кожну країну Європи?",
  "Ποιες είναι οι πέντε μεγαλύτερες πόλεις και σε ποια χώρα βρίσκονται;",
  "ما هي المدن الخمس الأكثر سكانا وفي أي بلد تقع؟",
  "מהן חמש הערים המאוכלסות ביותר ובאיזו מדינה הן נמצאות?",
  "सबसे अधिक जनसंख्या वाले पाँच शहर कौन से हैं और वे किस देश में हैं?",
  "เมืองใดมีประชากรมากที่สุดห้าอันดับแรกและอยู่ในประเทศใด",
  "人口最多的五个城市是哪些?它们分别位于哪个国家?",
  "人口が最も多い都市を五つ挙げ、それぞれの国を示してください。",
  "인구가 가장 많은 다섯 도시는 어디이며 어느 나라에 있습니까?",
  "每个国家有多少条河流超过一千公里?请按长度排序。",
  "一番長い川はどこを流れていますか。その長さは何キロですか。",
  "– “Curly quotes”, dashes — and arrows → are symbols… ≥ 5 °C, 12 €, ✓ and 😀.",
];

const [questionsFile, databases, ...english] = process.argv.slice(2);
const encodings = { cl100k: getEncoding("cl100k_base"), o200k: getEncoding("o200k_base") };

function print(kind, text) {
  printOne(kind, text);
  for (const line of draw(text.split("\n"), 4)) printOne("1 line", line);
}

function printOne(kind, text) {
  if (text === "") return;
  const counted = Object.entries(encodings).map(([name, e]) => [name, e.encode(text, [], []).length]);
  console.log(JSON.stringify({ kind, text, ...Object.fromEntries(counted) }));
}

let state = 1;
function random(below) {  // xorshift: a seed of our own, the same on every machine
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

const draw = (list, n) => Array.from({ length: n }, () => list[random(list.length)]);

function databaseFile(id) {
  return [`${databases}/${id}/${id}.sqlite`, `${databases}/${id}.sqlite`].find(existsSync);
}

function sqlite(file, mode, sql) {
  return execFileSync("sqlite3", ["-readonly", ...mode, file, sql], { encoding: "utf8" }).trimEnd();
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

function readDatabase(file) {
  const all = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  const tables = JSON.parse(sqlite(file, ["-json"], all));
  for (const t of tables) {
    t.columns = JSON.parse(sqlite(file, ["-json"], `PRAGMA table_info(${quoted(t.name)})`)).map((c) => c.name);
    const rows = `SELECT * FROM ${quoted(t.name)} LIMIT 15`;
    t.inserts = sqlite(file, ["-cmd", `.mode insert ${t.name}`], rows).split("\n").filter(Boolean);
    t.csv = sqlite(file, ["-csv", "-header"], rows).split(/\r?\n/).filter(Boolean);
  }
  return tables;
}

const asTuple = (insert) => insert.replace(/^INSERT INTO .*? VALUES/, "").replace(/;$/, "").replaceAll("NULL", "None").replaceAll(",", ", ");
const demonstration = (q) => `/* Question: ${q.question} */\n${q.query}`;
const exchange = (q) => `Question: ${q.question}\nSQL: ${q.query};`;
const oneLine = (t) => `${t.name}(${t.columns.join(", ")})`;
const ddl = (tables) => tables.map((t) => `${t.sql};`).join("\n\n");
const inserts = (tables, n) => tables.flatMap((t) => t.inserts.slice(0, n)).join("\n");
const tuples = (tables, n) => tables.map((t) => `${oneLine(t)}\n${t.inserts.slice(0, n).map(asTuple).join("\n")}`).join("\n\n");

const instruction = `You translate questions into SQL for SQLite. Use only the tables and columns that are given below, and nothing else. ` +
  `Answer with one SELECT statement and no explanation.`;

function prompts(tables, asked, pool) {
  const shown = tables.map((t) => t.sql.length > 4000 ? { ...t, sql: oneLine(t) } : t);
  print("prompt", `/* The tables of the database. */\n${ddl(shown)}\n\n${draw(pool, 9).map(demonstration).join("\n\n")}\n\n` +
    `/* Question: ${asked.question} */\nSELECT `);
  print("prompt", `${instruction}\n\n### Schema\n${ddl(shown)}\n\n### Rows\n${inserts(tables, 5)}\n\n### Question\n${asked.question}\n`);
  print("prompt", `${instruction}\n\nTables:\n${tuples(tables, 3)}\n\nExamples:\n${draw(pool, 5).map(exchange).join("\n\n")}\n\n` +
    `Question: ${asked.question}\nSQL: ${asked.query}\nThe statement failed: no such column: ${tables[0].columns[0]}_x. Revise it.`);
}

const questions = JSON.parse(readFileSync(questionsFile, "utf8"));
const byDatabase = new Map(questions.map((q) => [q.db_id, questions.filter((other) => other.db_id === q.db_id)]));

for (const [id, own] of byDatabase) {
  const file = databaseFile(id);
  if (!file) continue;
  const tables = readDatabase(file);
  print("schema as CREATE TABLE", ddl(tables));
  print("schema in lines", tables.map(oneLine).join("\n"));
  for (const n of [3, 6, 15]) {
    print("rows as INSERT", inserts(tables, n));
    print("rows as tuples", tuples(tables, n));
  }
  for (const t of tables.filter((t) => t.csv.length > 5)) print("rows as CSV", t.csv.join("\n"));
  const others = questions.filter((q) => q.db_id !== id);
  for (const asked of draw(own, 12)) prompts(tables, asked, others);
}
for (let i = 0; i < 200; ++i) {
  print("5 demonstrations", draw(questions, 5).map(i % 2 ? demonstration : exchange).join("\n\n"));
  print("5 SQL statements", draw(questions, 5).map((q) => q.query).join(";\n"));
  print("5 questions", draw(questions, 5).map((q) => q.question).join("\n"));
  print("1 question", questions[random(questions.length)].question);
}
const letters = (n, alphabet) => Array.from({ length: n }, () => alphabet[random(alphabet.length)]).join("");
const hex = "0123456789abcdef", small = "abcdefghijklmnopqrstuvwxyz", all = small + small.toUpperCase() + "0123456789";
for (let i = 0; i < 40; ++i) {
  printOne("beyond English", draw(foreign, 5).join("\n"));
  printOne("codes", [letters(8, hex), letters(32, hex), letters(24, all), letters(3, small.toUpperCase())].join(i % 2 ? ", " : "\n"));
  printOne("rules and blanks", `${"-".repeat(10 + random(90))}\n${" ".repeat(2 + random(30))}${"=".repeat(5 + random(40))}\n` +
    `${"*".repeat(1 + random(9))}${"+--".repeat(random(20))}+\n`);
}
for (const file of english) {
  let text = "";
  for (const paragraph of readFileSync(file, "utf8").split(/\n\s*\n/)) {
    text += `${paragraph}\n\n`;
    if (text.length > 600) print("English", text), text = "";
  }
}
