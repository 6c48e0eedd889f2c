import { isObject, type JsonObject } from '../../../contracts/json.ts';
import { isExpression } from '../expressions/expression.ts';
import { rewriteExpression } from '../expressions/rewrite.ts';
import { childLists } from '../language/node-lists.ts';
import type { DiagnosticCode } from '../validate/diagnostics.ts';
import { nearest } from '../validate/nearest.ts';
import { isPath, replacementOf, type Binding, type Place } from './parameters.ts';

export type Report = (code: DiagnosticCode, values: Record<string, string>) => void;

/** Has no value, and breaks no rule of addresses that would explain less. */
const unknownPath = 'params.unknown';
const reference = /\{\s*with\.([^{}]*)\}/g;
/** A reference to a source in braces, up to and with its name. */
const dataReference = /(\{\s*data\.)([A-Za-z_][A-Za-z0-9_]*)/g;
const wholePath = /^with\.[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*$/;
const leadingPath = /^with\.([A-Za-z_][A-Za-z0-9_]*)(?=\.|$)/;
const statePath = /^state\.[A-Za-z0-9_.{}\s]*$/;
const leadingAddress = /^\{\s*with\.([A-Za-z_][A-Za-z0-9_]*)\s*\}/;

interface ScopeOptions {
  /** Null in the document that is expanded. */
  fragment: JsonObject | null;
  /** The one node of a saved widget, which has the id of the use itself; null in fragments. */
  lone: string | null;
  /** Ids of the fragments around, outermost first. */
  chain: readonly string[];
  /** Pointer in the document of the outermost use. */
  outermost: string | null;
  prefix: string;
  /** Null where there are none: in a screen or a dashboard. */
  parameters: Map<string, Binding> | null;
}

/** The names that the content of a fragment sees where it is used. */
export class Scope {
  readonly chain: readonly string[];
  readonly outermost: string | null;
  parameters: Map<string, Binding> | null;
  private readonly prefix: string;
  private readonly fragmentId: string;
  private readonly lone: string | null;
  private readonly isFragment: boolean;
  /** Ids of nodes and sources, and keys of texts, that the fragment has itself. */
  private readonly nodes = new Set<string>();
  private readonly sources: ReadonlySet<string>;
  private readonly texts = new Set<string>();

  constructor({ fragment, lone, chain, outermost, prefix, parameters }: ScopeOptions) {
    this.lone = lone;
    this.chain = chain;
    this.outermost = outermost;
    this.prefix = prefix;
    this.parameters = parameters;
    this.isFragment = fragment !== null;
    this.fragmentId = (fragment && chain.at(-1)) ?? '';
    this.sources = new Set(isObject(fragment?.sources) ? Object.keys(fragment.sources) : []);
    if (fragment) collectIds([fragment.body, fragment.dialogs], this.nodes);
    for (const table of Object.values(isObject(fragment?.strings) ? fragment.strings : {})) {
      for (const key of Object.keys(isObject(table) ? table : {})) this.texts.add(key);
    }
  }

  /** The place of a pointer in what this scope copies. */
  place(pointer: string): Place {
    if (!this.isFragment) return { pointer };
    return { pointer: this.outermost ?? '', fragment: { id: this.fragmentId, pointer } };
  }

  binding(name: string): Binding | null {
    return this.parameters?.get(name) ?? null;
  }

  /** The id of a node in the expanded document. */
  id(own: string): string {
    return this.prefix === '' ? own : own === this.lone ? this.prefix : `${this.prefix}-${own}`;
  }

  /** Follows a reference to a node, unless it belongs to the document. */
  nodeName(name: string): string {
    return this.nodes.has(name) ? this.id(name) : name;
  }

  sourceName(name: string): string {
    // Names of sources stand in expressions, where a hyphen subtracts.
    return this.sources.has(name) ? `${this.prefix}_${name}`.replaceAll('-', '_') : name;
  }

  textKey(key: string): string {
    return `${this.fragmentId}/${key}`;
  }

  private ownText(text: string): string | null {
    return text.startsWith('$') && this.texts.has(text.slice(1)) ? `$${this.textKey(text.slice(1))}` : null;
  }

  expression(source: string, onUnknown: (name: string) => void): string {
    if (!this.isFragment && this.parameters === null) return source;
    return rewriteExpression(source, {
      parameter: (names) => {
        const binding = this.binding(names[0]!);
        if (binding) return replacementOf(binding, names.slice(1));
        if (this.parameters === null) return null;
        onUnknown(names[0]!);
        // Has no value, and no rule of expressions is broken by it.
        return { text: 'params.unknown', kind: 'path' };
      },
      source: (id) => (this.sources.has(id) ? this.sourceName(id) : null),
      text: (text) => this.ownText(text),
    });
  }

  /** Replaces what may read a parameter in a text of a definition: a path, an address, or the key of an own text. */
  text(value: string, report: Report): string {
    if (!this.isFragment && this.parameters === null) return value;
    return this.ownText(value) ?? this.address(value, report) ?? this.path(value, report);
  }

  /** Replaces the parameters of an event's topic, such as orders.{with.id}. */
  topic(value: string, report: Report): string {
    if (!this.isFragment && this.parameters === null) return value;
    return this.ownSources(this.filled(value, report, (text) => text) ?? value);
  }

  /** Follows references to the fragment's own sources in the braces of an address or a topic. */
  private ownSources(template: string): string {
    return template.replaceAll(
      dataReference,
      (_, before: string, name: string) => before + this.sourceName(name),
    );
  }

  /** Replaces a path into a parameter, or the parameters that are keys of a state path. */
  path(value: string, report: Report): string {
    if (!this.isFragment && this.parameters === null) return value;
    const bound = this.boundPath(value);
    if (statePath.test(bound)) return this.filled(bound, report, (text) => text) ?? bound;
    const [found] = value.match(reference) ?? [];
    if (found !== undefined) report('fragment-reference', { reference: found });
    if (!wholePath.test(value)) return value;
    const names = value.split('.').slice(1);
    const binding = this.known(names[0]!, report);
    if (!binding) return unknownPath;
    const { text } = replacementOf(binding, names.slice(1));
    if (isPath(text)) return text;
    report('fragment-path', { parameter: names[0]! });
    return unknownPath;
  }

  /** The state path for `with.target.name`, if target is a parameter of type bind. */
  private boundPath(path: string): string {
    const [leading = '', name = ''] = leadingPath.exec(path) ?? [];
    const binding = name === '' ? null : this.binding(name);
    if (binding?.type !== 'bind' || typeof binding.value !== 'string') return path;
    return binding.value + path.slice(leading.length);
  }

  /** A declared parameter; reports an unknown one. */
  private known(name: string, report: Report): Binding | null {
    const binding = this.binding(name);
    if (binding) return binding;
    const nearestName = nearest(name, this.parameters?.keys() ?? []);
    report('fragment-no-parameter', { parameter: name, nearest: nearestName });
    return null;
  }

  /** Replaces references to parameters by their values or by references; null for a text without any. */
  private filled(template: string, report: Report, encode: (text: string) => string): string | null {
    if (template.search(reference) < 0) return null;
    return template.replace(reference, (_, path: string) => {
      const names = path.trim().split('.');
      const binding = this.known(names[0]!, report);
      if (!binding) return `{${unknownPath}}`;
      const value = referenceTo(binding, names.slice(1), encode);
      if (value !== null) return value;
      report('fragment-address', { parameter: names[0]! });
      return `{${unknownPath}}`;
    });
  }

  /** The address that a template stands for; null for another text. */
  private address(template: string, report: Report): string | null {
    const [leading = '', name = ''] = leadingAddress.exec(template) ?? [];
    const base = name === '' ? null : this.binding(name);
    const isBase = base?.type === 'address' && typeof base.value === 'string';
    const address = isBase ? String(base.value) + template.slice(leading.length) : template;
    if (!address.startsWith('/')) return null;
    return this.ownSources(this.filled(address, report, encodeURIComponent) ?? address);
  }
}

/** Replacement of a reference in braces: a literal, or a plain reference. Null for anything else. */
function referenceTo(
  binding: Binding,
  names: readonly string[],
  encode: (text: string) => string,
): string | null {
  const { text, kind } = replacementOf(binding, names);
  if (kind !== 'value') return isPath(text) ? `{${text}}` : null;
  let value: unknown = binding.value;
  for (const name of names) value = isObject(value) && !isExpression(value) ? value[name] : undefined;
  const usable = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return usable && value !== '' ? encode(String(value)) : null;
}

/** Collects the ids of nodes, and of the uses among them, whose own ids follow the same prefix. */
function collectIds(lists: readonly unknown[], ids: Set<string>): void {
  const stack = [...lists];
  while (stack.length > 0) {
    const one = stack.pop();
    if (Array.isArray(one)) stack.push(...(one as unknown[]));
    else if (isObject(one)) {
      if (typeof one.id === 'string') ids.add(one.id);
      for (const { nodes } of childLists(one)) stack.push(nodes);
    }
  }
}
