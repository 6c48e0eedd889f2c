import { runInNewContext } from 'node:vm';
import { mergeClasses, __styles } from '@griffel/core';
import { expect, it } from 'vitest';
import { shorten, shortNames } from './short-styles.mjs';

const button = `const useA = /*#__PURE__*/__styles({
  root: { De3pzq: "f1c21dwh", z189sj: ["fhxju0i", "f1cnd47f"], sj55zd: 0 },
}, { d: [".f1c21dwh{color:red;}", ".fhxju0i{padding-right:1px;}", ".f1cnd47f{padding-left:1px;}"],
  m: [["@media print{.f1c21dwh{color:blue;}}", { m: "print" }]] });`;
const field = `const useB = __styles({ root: { De3pzq: "f1000000" }, icon: { uwmqm3: ["f1cnd47f", "fhxju0i"] } },
  { d: [".f1000000{color:green;}", ".f1cnd47f{padding-left:1px;}", ".fhxju0i{padding-right:1px;}"] });
const useC = __resetStyles("r1f29ykk", "r2f29ykk", [".r1f29ykk{margin:0;}", ".r1f29ykk:hover{margin:1px;}", ".r2f29ykk{margin:0;}"]);`;
const names = shortNames([button, field, 'export const none = 1;']);

it('names a property and a class alike in all modules, and rules by the new names', () => {
  const [a, b] = [shorten(button, names), shorten(field, names)];
  const property = names.properties.get('De3pzq');
  expect(a).toContain(`"${property}":"${names.classes.get('f1c21dwh')}"`);
  expect(b).toContain(`"${property}":"${names.classes.get('f1000000')}"`);
  expect(a).toContain(`".${names.classes.get('f1c21dwh')}{color:red;}"`);
  expect(a).toContain(`["@media print{.${names.classes.get('f1c21dwh')}{color:blue;}}",{"m":"print"}]`);
  expect(a).toContain(':0}');
  expect(`${a}${b}`).not.toMatch(/De3pzq|f1c21dwh|f1000000|r1f29ykk/);
});

it('leaves out what mirrors a style', () => {
  expect(shorten(button, names)).not.toContain('padding-left');
  expect(shorten(field, names)).not.toContain('padding-right');
  expect(shorten(field, names)).toContain(`__resetStyles("${names.classes.get('r1f29ykk')}", null, `);
  expect(shorten(field, names).match(/margin:0/g)).toHaveLength(1);
});

it('leaves out what browsers warn of', () => {
  const slider = `__styles({ input: { B1: "f1jr0wcp" } }, { t: ["@supports not (x){.f1jr0wcp{-webkit-appearance:slider-vertical;}}"] })`;
  expect(shorten(slider, shortNames([slider]))).not.toContain('slider-vertical');
});

it('lets Griffel replace a class by the later one of the same property', () => {
  const renderer = { id: 'a', insertCSSRules() {} };
  const classesOf = (text) => {
    const made = [];
    const record = (...styles) => made.push(__styles(...styles)({ dir: 'ltr', renderer }));
    runInNewContext(text, { __styles: record, __resetStyles() {} });
    return made[0];
  };
  const merged = mergeClasses(classesOf(shorten(button, names)).root, classesOf(shorten(field, names)).root);
  expect(merged.split(' ')).toContain(names.classes.get('f1000000'));
  expect(merged.split(' ')).not.toContain(names.classes.get('f1c21dwh'));
});

it('leaves names that no module of Fluent has', () => {
  const own = '__styles({ root: { Bown: "m1" } }, { d: [".m1{color:red;}"] })';
  expect(shorten(own, names)).toBe('__styles({"root":{"Bown":"m1"}}, {"d":[".m1{color:red;}"]})');
});
