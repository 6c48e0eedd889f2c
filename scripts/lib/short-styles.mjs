import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { parseSync } from 'vite';
import { root } from '../bootstrap.mjs';
import { filesUnder } from './inputs.mjs';

const packages = ['node_modules/@fluentui', 'node_modules/@griffel'];
const makers = ['__styles', '__resetStyles'];
const compiled = /__(?:styles|resetStyles)\(/;
/** Griffel's classes in a rule: f… has one declaration, r… a whole style. */
const classNames = /\.([fr][0-9a-z]{4,8})(?![\w-])/g;
/** Declaration for upright sliders in old browsers; there are none here, and newer ones warn of it in their console. */
const outdated = /appearance:slider-vertical/;

/**
 * Gives the classes and properties of Fluent's styles short names in place of hashes, which compress badly, and leaves out
 * what mirrors them for text from right to left, which none of our languages needs. A list loads 5 KB less.
 *
 * @returns {import('vite').Plugin}
 */
export function shortStyles() {
  let names;
  return {
    name: 'short-styles',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      names ??= shortNames(
        packages
          .flatMap((folder) => filesUnder(join(root, folder)))
          .filter((file) => /\/lib\/.*\.js$/.test(file))
          .map((file) => readFileSync(file, 'utf8')),
      );
    },
    transform: {
      filter: { code: compiled },
      handler: (code, id) => ({ code: shorten(code, names, id), map: null }),
    },
  };
}

/**
 * Numbers the properties and classes of modules with compiled styles: all at once and in order, so that a repeated build
 * assigns the same names, and so that a property has one name in all files, by which Griffel merges classes.
 *
 * @param {readonly string[]} texts modules
 * @returns {{ properties: Map<string, string>, classes: Map<string, string> }}
 */
export function shortNames(texts) {
  const properties = new Set();
  const classes = new Set();
  for (const text of texts.filter((one) => compiled.test(one))) {
    for (const [, name] of text.matchAll(classNames)) classes.add(name);
    for (const { maker, values } of callsOf(text)) {
      if (maker !== '__styles') continue;
      for (const slot of Object.values(values[0])) for (const name of Object.keys(slot)) properties.add(name);
    }
  }
  const numbered = (names, prefix) =>
    new Map([...names].sort().map((name, at) => [name, `${prefix(name)}${at.toString(36)}`]));
  return { properties: numbered(properties, () => '_'), classes: numbered(classes, (name) => name[0]) };
}

/** Renames the properties and classes in the compiled styles of a module. */
export function shorten(text, names, file = 'styles.js') {
  const short = (name) => names.classes.get(name) ?? name;
  let code = text;
  for (const { maker, values, start, end } of callsOf(text, file).reverse()) {
    const of = maker === '__styles' ? shortSlots(values, names, short) : shortReset(values, short);
    code = `${code.slice(0, start)}${maker}(${of.map((value) => JSON.stringify(value)).join(', ')})${code.slice(end)}`;
  }
  return code;
}

/** A class is a name, 0 where a shorthand clears it, or a list of a name and its mirrored one. */
const unmirrored = (value) => (Array.isArray(value) ? value[0] : value);

function shortSlots([slots, rules], names, short) {
  const used = new Set();
  const renamed = mapValues(slots, (slot) =>
    Object.fromEntries(
      Object.entries(slot).map(([property, value]) => {
        const name = unmirrored(value);
        if (name !== 0) used.add(name);
        return [names.properties.get(property) ?? property, name && short(name)];
      }),
    ),
  );
  return [renamed, rulesOf(rules, used, short)];
}

function shortReset([name, , rules], short) {
  return [short(name), null, rulesOf(rules, new Set([name]), short)];
}

/** The rules of the classes in use, renamed: by bucket or in a list, each alone or with the data of its bucket. */
function rulesOf(rules, used, short) {
  const isUsed = (rule) => {
    if (outdated.test(rule)) return false;
    const found = [...rule.matchAll(classNames)].map(([, name]) => name);
    return found.length === 0 || found.some((name) => used.has(name));
  };
  const rename = (rule) => rule.replaceAll(classNames, (_, name) => `.${short(name)}`);
  const list = (entries) =>
    entries
      .filter((entry) => isUsed([entry].flat()[0]))
      .map((entry) => (Array.isArray(entry) ? [rename(entry[0]), entry[1]] : rename(entry)));
  if (rules === undefined) return {};
  return Array.isArray(rules) ? list(rules) : mapValues(rules, list);
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** The calls of compiled styles in a module, with the values of their arguments, which are literals. */
function callsOf(text, file = 'styles.js') {
  const calls = [];
  const visit = (node) => {
    if (Array.isArray(node)) return void node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'CallExpression' && makers.includes(node.callee.name)) {
      const { start, end } = node;
      const values = node.arguments.map((one) =>
        runInThisContext(`(${text.slice(one.start, one.end)})`, { filename: file }),
      );
      calls.push({ maker: node.callee.name, values, start, end });
      return;
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file.replace(/\?.*/, ''), text).program);
  return calls;
}
