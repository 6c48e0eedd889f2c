import { allows, type Access, type Grants } from '../../../../contracts/access.ts';
import type { Diagnostic, DefinitionReply } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import { accessRules } from '../prune/prune.ts';

/** A definition pruned for its reader, with its diagnostics. */
export interface Copy {
  definition: unknown;
  faults: Diagnostic[];
}

export type Facts = Pick<DefinitionReply, 'version' | 'source' | 'publishedVersion'>;

const maxCopies = 64;

/** The rule of who may read the document. An entity names the permission key of its records only. */
function readingRule({ kind, id, access }: JsonObject): Access | undefined {
  const rule = access as unknown as Access | undefined;
  if (kind !== 'entity') return rule;
  return { screen: String(rule !== undefined && 'screen' in rule ? rule.screen : id), verb: 'read' };
}

/** A readable document and a cache of its copies, one for each combination of access rules that readers fulfil. */
export class Entry<Made> {
  readonly document: JsonObject;
  readonly #screen: string | undefined;
  readonly #access: Access | undefined;
  readonly #rules: Access[];
  /** Many readers share a few combinations. */
  readonly #copies = new Map<string, Made>();

  constructor(document: JsonObject) {
    this.document = document;
    // The reader of the document made sure that access is an object; a malformed rule allows nothing.
    this.#access = readingRule(document);
    this.#screen = this.#access !== undefined && 'screen' in this.#access ? this.#access.screen : undefined;
    this.#rules = accessRules(document).map(({ rule }) => rule);
  }

  mayOpen(grants: Grants): boolean {
    return this.#access === undefined || this.#allows(grants, this.#access);
  }

  /**
   * Returns the copy for these grants, from the cache or made anew.
   * @param make prunes the document to the rules given as allowed, and validates the result.
   */
  copyFor(grants: Grants, make: (allowed: Access[]) => Made): Made {
    const flags = this.#rules.map((rule) => this.#allows(grants, rule));
    const key = flags.map((flag) => (flag ? '1' : '0')).join('');
    const known = this.#copies.get(key);
    if (known !== undefined) return known;
    const copy = make(this.#rules.filter((_, index) => flags[index]));
    if (this.#copies.size >= maxCopies) this.#copies.clear();
    this.#copies.set(key, copy);
    return copy;
  }

  /** Empties the cache, so that the next reader does not get a copy that failed. */
  forget(): void {
    this.#copies.clear();
  }

  #allows(grants: Grants, access: Access): boolean {
    return allows(grants, access, this.#screen);
  }
}
