import { allows, type Access, type Grants } from '../../../contracts/access.ts';
import type { Diagnostic, DefinitionReply } from '../../../contracts/definitions.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { accessPlaces } from './prune.ts';

/** A definition as its reader may see it, with what is wrong with it. */
export interface Copy {
  definition: unknown;
  faults: Diagnostic[];
}

export type Facts = Pick<DefinitionReply, 'version' | 'source' | 'publishedVersion'>;

const maxCopies = 64;

/** A readable document, and its copies by what the grants of its readers say to each of its rules. */
export class Entry<Made> {
  readonly document: JsonObject;
  readonly #screen: string | undefined;
  readonly #access: Access | undefined;
  readonly #rules: Access[];
  /** Few shapes, however many people. */
  readonly #copies = new Map<string, Made>();

  constructor(document: JsonObject) {
    this.document = document;
    // Reading it made sure that an object stands there; what is no rule in it allows nothing.
    this.#access = document.access as unknown as Access | undefined;
    this.#screen = this.#access !== undefined && 'screen' in this.#access ? this.#access.screen : undefined;
    this.#rules = accessPlaces(document).map(({ rule }) => rule);
  }

  mayOpen(grants: Grants): boolean {
    return this.#access === undefined || this.#allows(grants, this.#access);
  }

  /**
   * What these grants show of it.
   * @param make prunes the document to what these of its rules allow, and checks what is left.
   */
  copyFor(grants: Grants, make: (allowed: Access[]) => Made): Made {
    const verdicts = this.#rules.map((rule) => this.#allows(grants, rule));
    const shape = verdicts.map((verdict) => (verdict ? '1' : '0')).join('');
    const known = this.#copies.get(shape);
    if (known !== undefined) return known;
    const made = make(this.#rules.filter((_, index) => verdicts[index]));
    if (this.#copies.size >= maxCopies) this.#copies.clear();
    this.#copies.set(shape, made);
    return made;
  }

  /** A copy that failed to be made is made anew for the next one who asks. */
  forget(): void {
    this.#copies.clear();
  }

  #allows(grants: Grants, access: Access): boolean {
    return allows(grants, access, this.#screen);
  }
}
