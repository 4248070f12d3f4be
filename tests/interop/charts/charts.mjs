// SPDX-License-Identifier: BSL-1.0
// charts.mjs PROGRAM: the charts that the program writes are valid by Vega-Lite's own schema, its compiler takes them without a warning, and
// the picture has a mark for each row.
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import * as vega from 'vega';
import * as vegaLite from 'vega-lite';

const failures = [];
const check = (holds, text) => { if (!holds) failures.push(text); };

const ajv = new Ajv({strict: false, allErrors: true});
addFormats(ajv);
ajv.addFormat('color-hex', () => true);
const fits = ajv.compile(JSON.parse(readFileSync(new URL('node_modules/vega-lite/build/vega-lite-schema.json', import.meta.url), 'utf8')));

// The marks that show rows: bars, symbols and texts of the picture, without those of axes and legends.
const marksOf = (picture) => {
  let count = 0;
  const visit = (item, inside) => {
    const shows = inside || /(^|_)marks$/.test(item.name ?? '');
    if (item.marktype && item.marktype !== 'group' && item.marktype !== 'line') count += shows ? item.items.length : 0;
    else for (const inner of item.items ?? []) visit(inner, shows && item.marktype !== 'line');
  };
  visit(picture, false);
  return count;
};

const lines = execFileSync(process.argv[2], {encoding: 'utf8'}).trim().split('\n');
for (const line of lines) {
  const {name, marks, chart} = JSON.parse(line);
  check(chart.spec, `${name} has no specification: ${chart.why}`);
  if (!chart.spec) continue;
  check(fits(chart.spec), `${name}: ${JSON.stringify(fits.errors?.slice(0, 3))}`);
  const warnings = [];
  const logger = {level: () => logger, warn: (...text) => (warnings.push(text.join(' ')), logger), info: () => logger, debug: () => logger,
    error: (...text) => (warnings.push(text.join(' ')), logger)};
  const compiled = vegaLite.compile(chart.spec, {logger}).spec;
  const view = new vega.View(vega.parse(compiled), {renderer: 'none', logger});
  await view.runAsync();
  check(warnings.length === 0, `${name}: ${warnings.join('; ')}`);
  const found = marksOf(view.scenegraph().root);
  check(found === marks, `${name} has ${found} marks and not ${marks}`);
  const svg = await view.toSVG();
  check(svg.includes('<svg') && !svg.includes('NaN') && !svg.includes('Invalid'), `${name} has no picture`);
}
console.log(`${lines.length} charts were checked`);
for (const text of failures) console.error(text);
process.exit(failures.length === 0 ? 0 : 1);
