import { isObject, type JsonObject } from '../../../contracts/json.ts';
import type { Diagnostic } from '../contract.ts';
import { isExpression } from '../expressions/expression.ts';
import { rewriteExpression } from '../expressions/rewrite.ts';
import { childLists } from '../node-lists.ts';
import type { DiagnosticCode } from '../validate/diagnostics.ts';
import { isPath, replacementOf, type Binding } from './parameters.ts';

/** The position of a value in the document as it is written, and in the fragment that brought it. */
export type Place = Pick<Diagnostic, 'pointer' | 'fragment'>;

type Report = (code: DiagnosticCode, values: Record<string, string>) => void;

/** Has no value, and breaks no rule of addresses that would explain less. */
const unknown = '{params.unknown}';
const reference = /\{\s*with\.([^{}]*)\}/g;
const bindPath = /^with\.([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*)*)$/;
const leadingAddress = /^\{\s*with\.([A-Za-z_][A-Za-z0-9_]*)\s*\}/;

interface ScopeOptions {
  /** Null in the document that is expanded. */
  fragment: JsonObject | null;
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
  private readonly isFragment: boolean;
  /** Ids of nodes and sources, and keys of texts, that the fragment has itself. */
  private readonly nodes = new Set<string>();
  private readonly sources: ReadonlySet<string>;
  private readonly texts = new Set<string>();

  constructor({ fragment, chain, outermost, prefix, parameters }: ScopeOptions) {
    this.chain = chain;
    this.outermost = outermost;
    this.prefix = prefix;
    this.parameters = parameters;
    this.isFragment = fragment !== null;
    this.fragmentId = typeof fragment?.id === 'string' ? fragment.id : '';
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
    return this.prefix === '' ? own : `${this.prefix}-${own}`;
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

  /** Replaces a state path, the parameters of an address, or the key of a text of the fragment. */
  text(value: string, report: Report): string {
    if (!this.isFragment && this.parameters === null) return value;
    const own = this.ownText(value);
    if (own !== null) return own;
    const bound = this.bindKey(value);
    if (bound !== value) return bound;
    return this.address(value, report);
  }

  /** The state path for `with.target.name`, if target is a parameter of type bind. */
  bindKey(key: string): string {
    const [, name = '', rest = ''] = bindPath.exec(key) ?? [];
    const binding = name === '' ? null : this.binding(name);
    return binding?.type === 'bind' && typeof binding.value === 'string' ? binding.value + rest : key;
  }

  private address(template: string, report: Report): string {
    let address = template;
    const [leading = '', name = ''] = leadingAddress.exec(template) ?? [];
    const base = name === '' ? null : this.binding(name);
    if (base?.type === 'address' && typeof base.value === 'string')
      address = base.value + template.slice(leading.length);
    if (!address.startsWith('/')) return template;
    return address.replace(reference, (_, path: string) => {
      const names = path.trim().split('.');
      const binding = this.binding(names[0]!);
      if (!binding) {
        const known = [...(this.parameters?.keys() ?? [])].join(', ');
        report('fragment-no-parameter', { parameter: names[0]!, nearest: known });
        return unknown;
      }
      const inAddress = addressValue(binding, names.slice(1));
      if (inAddress !== null) return inAddress;
      report('fragment-address', { parameter: names[0]! });
      return unknown;
    });
  }
}

/** A value in an address: a literal, percent-encoded, or a plain reference. Null for anything else. */
function addressValue(binding: Binding, names: readonly string[]): string | null {
  const { text, kind } = replacementOf(binding, names);
  if (kind !== 'value') return isPath(text) ? `{${text}}` : null;
  let value: unknown = binding.value;
  for (const name of names) value = isObject(value) && !isExpression(value) ? value[name] : undefined;
  const usable = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return usable && value !== '' ? encodeURIComponent(String(value)) : null;
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
