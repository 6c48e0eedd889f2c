/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Who may see it. A node without screen takes the document's. The server leaves out what the caller may not see.
 */
export type Access =
  | {
      screen?: string;
      verb: 'read' | 'create' | 'update' | 'delete';
    }
  | {
      special: string;
    }
  | {
      any: Access[];
    };

export type Step =
  | NavigateStep
  | RequestStep
  | RefreshStep
  | SetStep
  | OpenStep
  | CloseStep
  | ConfirmStep
  | ToastStep
  | SubmitStep
  | ResetStep
  | DownloadStep
  | UploadStep
  | IfStep
  | EachStep;
export type Steps = Step[];
/**
 * A list of steps, each one verb. A failed step stops the list and runs its onError, where event is the error.
 */
export type Action = Step[];

/**
 * Goes to another address of ours; back goes one step back, or to the address when there is no history.
 */
export interface NavigateStep {
  navigate:
    | Address
    | {
        to: Address;
        back?: boolean;
        replace?: boolean;
      };
  onError?: Steps;
}
/**
 * Calls the server. Exactly one of get, post, put, delete. A POST carries an Idempotency-Key of its own. into keeps the reply's data in the state.
 */
export interface RequestStep {
  request: {
    get?: Address;
    post?: Address;
    put?: Address;
    delete?: Address;
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Any JSON value; an expression anywhere inside it is evaluated when the step runs.
     */
    body?: unknown;
    /**
     * The version the person saw, sent as If-Match: a row that somebody changed meanwhile is refused. For calls without a body, as delete.
     */
    version?: Expression;
    into?: Bind;
  };
  onError?: Steps;
}
/**
 * Loads sources again, behind what is shown. A source that fails says so in its place; with onError the step fails too.
 */
export interface RefreshStep {
  refresh: string | string[];
  onError?: Steps;
}
/**
 * Writes values into the screen's state.
 */
export interface SetStep {
  set: {
    /**
     * Any JSON value; an expression anywhere inside it is evaluated when the step runs.
     */
    [k: string]: unknown;
  };
  onError?: Steps;
}
/**
 * Opens one of the document's dialogs.
 */
export interface OpenStep {
  open: string;
  onError?: Steps;
}
/**
 * Closes a dialog.
 */
export interface CloseStep {
  close: string;
  onError?: Steps;
}
/**
 * Asks. The list ends quietly when the person declines. kind action: info icon and 'Sim, confirmar'; delete: warning icon and 'Sim, deletar'.
 */
export interface ConfirmStep {
  /**
   * What is asked.
   */
  confirm: {
    kind: 'action' | 'delete';
    title: Text;
    subtitle?: Text;
    text?: Text;
    /**
     * What fills the {{placeholders}} of the texts.
     */
    values?: {
      [k: string]: string | number | boolean | null | Expression;
    };
    persistent?: boolean;
    confirmText?: Text;
  };
  onError?: Steps;
}
/**
 * Tells, top right, for 7 seconds.
 */
export interface ToastStep {
  toast: {
    success?: Text;
    error?: Text;
    info?: Text;
    warning?: Text;
    /**
     * What fills the {{placeholders}} of the texts.
     */
    values?: {
      [k: string]: string | number | boolean | null | Expression;
    };
  };
  onError?: Steps;
}
/**
 * Checks a form and runs its on.submit; errors the server answers land at their fields. A form that was not sent ends the list quietly, or runs onError with event.code NOT_SENT. One that is not drawn yet fails with NOT_READY.
 */
export interface SubmitStep {
  submit: string;
  onError?: Steps;
}
/**
 * Puts a form back to what was loaded.
 */
export interface ResetStep {
  reset: string;
  onError?: Steps;
}
/**
 * Saves a reply as a file.
 */
export interface DownloadStep {
  download: {
    get: Address;
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    filename: Text;
  };
  onError?: Steps;
}
/**
 * Asks for a file and sends it as multipart. Exactly one of post, put. Who closes the window without choosing ends the list quietly; a file that is too large or of another kind fails the step, and onError sees event.code FILE_TOO_LARGE, FILE_TYPE or TOO_MANY_FILES.
 */
export interface UploadStep {
  upload: {
    post?: Address;
    put?: Address;
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Name of the part that carries the file.
     */
    field?: string;
    /**
     * Further parts of the form, beside the file.
     */
    values?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * What may be chosen, as media types (image/*, text/csv) or endings (.pdf).
     */
    accept?: string[];
    /**
     * Bytes that one file may have.
     */
    maxSize?: number;
    /**
     * How many files may be chosen at once; each is a part of the same name.
     */
    maxFiles?: number;
    /**
     * The version the person saw, sent as If-Match.
     */
    version?: Expression;
    into?: Bind;
  };
  onError?: Steps;
}
/**
 * Chooses.
 */
export interface IfStep {
  if: Expression;
  then: Steps;
  else?: Steps;
  onError?: Steps;
}
/**
 * Runs steps for each item as row, in order. A failed item does not stop the others; when all are done one failure tells how many failed, which and why. onError sees event.data.results, one for each item in their order.
 */
export interface EachStep {
  each: Expression;
  do: Steps;
  /**
   * What a failed item is called, of row; its name, title or id when left out.
   */
  label?: Expression;
  /**
   * How many items are worked on at a time.
   */
  parallel?: number;
  onError?: Steps;
}

/**
 * A path of our own (/admin-user/{row.id}). {root.path} is a plain reference, percent-encoded, never code.
 */
export type Address = string;

/**
 * A place in the screen's state that a widget reads and writes: state.filters, state.page.
 */
export type Bind = string;

/**
 * Id of one of the node's own children.
 */
export type Child = string;

/**
 * A screen of parts that stand in a grid: a header, filters, and a body whose nodes say where they are with at. It runs by the same engine as a screen.
 */
export interface DashboardDocument {
  $schema?: string;
  kind: 'dashboard';
  formatVersion: number;
  id: string;
  /**
   * Route of the screen; :name is a parameter, seen as params.name.
   */
  path?: string;
  title: Text;
  access: Access;
  breadcrumb?: {
    name: Text;
    link?: Address;
  }[];
  /**
   * What state starts as.
   */
  state?: {
    [k: string]: unknown;
  };
  /**
   * What of the state stands in the screen's address, so that it lives through going back, reloading and sharing: the name of a query parameter, and the text, number or boolean of the state that it carries.
   */
  query?: {
    [k: string]: Bind;
  };
  sources?: {
    [k: string]: Source;
  };
  /**
   * What stands above everything, usually a page-header.
   */
  header?: Node[];
  /**
   * What stands below the header, usually a filter-bar. A source says in needs which filters it cannot do without.
   */
  filters?: Node[];
  /**
   * v_grid: the body stands in a grid of 12 columns and rows of 50 pixels. nested: one under the other.
   */
  layout?: 'v_grid' | 'nested';
  body: Node[];
  dialogs?: Node[];
  strings?: Strings;
}

/**
 * What one kind of record is: where it is found, what its fields are called and what they may hold. It says so to people and to tools that make screens and forms; the server's own checks are the server's.
 */
export interface EntityDocument {
  $schema?: string;
  kind: 'entity';
  formatVersion: number;
  id: string;
  /**
   * One record of it: Person.
   */
  title: Text;
  /**
   * Several of them: People.
   */
  plural?: Text;
  access?: Access;
  /**
   * Where its records are: a list at the address itself, one at address/{key}.
   */
  address?: Address;
  /**
   * The field that tells records apart.
   */
  key?: string;
  /**
   * The field that a record is called by.
   */
  display?: string;
  fields: {
    [k: string]: EntityField;
  };
  strings?: Strings;
}
export interface EntityField {
  /**
   * text is a string of several lines; reference holds the key of another entity's record; list holds several values of item.
   */
  type: 'string' | 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'date-time' | 'reference' | 'list';
  title: Text;
  description?: Text;
  required?: boolean;
  /**
   * The server sets it.
   */
  readOnly?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: 'email' | 'cpf' | 'cnpj' | 'phone' | 'cep' | 'url' | 'money' | 'percent';
  /**
   * All there is to choose.
   */
  options?: EntityOption[];
  /**
   * Of a reference, and of a list of references: whose key it holds.
   */
  entity?: string;
  /**
   * What a list holds.
   */
  item?: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'reference';
  access?: Access;
}
export interface EntityOption {
  value: string | number | boolean;
  text: Text;
}

/**
 * A JSONata expression, evaluated in the scope of its place: params, state, data, user, tenant, can, lang, now; form inside a form, row inside a row, event inside an action. The only place where text is ever code.
 */
export interface Expression {
  $expr: string;
}

export type FormField =
  | string
  | {
      /**
       * A property of the data; of the items, inside a list.
       */
      field: string;
      /**
       * How it is drawn; without it the schema decides.
       */
      widget?:
        | 'text'
        | 'textarea'
        | 'richtext'
        | 'password'
        | 'select'
        | 'radio'
        | 'checkbox'
        | 'switch'
        | 'date'
        | 'time'
        | 'datetime'
        | 'number'
        | 'money'
        | 'slider'
        | 'cpf'
        | 'cnpj'
        | 'phone'
        | 'cep'
        | 'combobox'
        | 'multiselect'
        | 'checkboxes'
        | 'tags'
        | 'file'
        | 'image'
        | 'list'
        | 'table'
        | 'json';
      label?: Text;
      hint?: Text;
      placeholder?: Text;
      /**
       * Columns of its section it takes.
       */
      span?: number;
      readOnly?: boolean;
      autocomplete?: string;
      /**
       * Of a password: offers to make up a strong one; a field named confirm_<field> is filled with it.
       */
      generate?: boolean;
      options?:
        | {
            value: string | number | boolean;
            text: Text;
          }[]
        | OptionsSource;
      /**
       * Of an object or a list: how the fields inside are drawn, in their order; the others follow.
       */
      fields?: FormField[];
      /**
       * Of a list: what one item is called; its number follows.
       */
      itemTitle?: Text;
      /**
       * Of a list: the item's property that names it once it has a value.
       */
      titleField?: string;
      /**
       * Of money: its code; BRL when left out.
       */
      currency?: string;
      /**
       * Of money: the value is a whole number of cents.
       */
      cents?: boolean;
      /**
       * Of a number or slider: what stands behind it.
       */
      unit?: Text;
      upload?: FileUpload;
      /**
       * Of rich text: how many characters the text itself may have, its markup not counted.
       */
      maxText?: number;
    };
export type FormCheck = NamedCheck | ExpressionCheck;

export interface FormDocument {
  $schema?: string;
  kind: 'form';
  formatVersion: number;
  id: string;
  title?: Text;
  access?: Access;
  schema: DataSchema;
  ui: {
    sections: FormSection[];
    /**
     * Makes a wizard of the form: one step at a time, each checked before the next, a summary at the end.
     */
    steps?: FormStep[];
    /**
     * Of a wizard: a last step shows everything to be read once more.
     */
    summary?: boolean;
  };
  rules?: FormRule[];
  /**
   * Cross-field checks in order; the first that fails is shown.
   */
  checks?: FormCheck[];
  strings?: Strings;
}
/**
 * JSON Schema (draft-07 keywords) of the data; vetted when saved.
 */
export interface DataSchema {
  [k: string]: unknown;
}
export interface FormSection {
  id: string;
  title?: Text;
  description?: Text;
  columns?: number;
  /**
   * Root properties in their order; "*" stands for all that are named nowhere else.
   */
  fields: FormField[];
}
/**
 * Options that the server sends, searched as one types.
 */
export interface OptionsSource {
  get: Address;
  query?: {
    [k: string]: string | number | boolean | Expression;
  };
  rows: string;
  /**
   * Path of the total in the reply, as data.totalRows: where there are more than were sent, the list says to type.
   */
  total?: string;
  /**
   * Query parameter that takes the typed text.
   */
  search?: string;
  value: string;
  label: string;
  /**
   * Path in the record of the chosen option's label, as manager.name.
   */
  current?: string;
  debounce?: number;
  /**
   * Query parameter that takes the page's number, from 1: the list then offers to load more.
   */
  page?: string;
  one?: OptionLookup;
}
/**
 * Finds the label of a value that was chosen before.
 */
export interface OptionLookup {
  /**
   * Address of one row, with {value} in it.
   */
  get: string;
  /**
   * Path of the row in the reply, as data.
   */
  row: string;
}
/**
 * Where a file goes and what of the answer is kept.
 */
export interface FileUpload {
  post: Address;
  /**
   * Path in the answer of what the field keeps, as data.id.
   */
  value: string;
  /**
   * Media types (image/*) and endings (.pdf) that may be chosen.
   */
  accept?: string[];
  /**
   * Bytes that one file may have.
   */
  maxSize?: number;
  /**
   * pick: uploaded at once; submit: when the form is sent.
   */
  when?: 'pick' | 'submit';
}
export interface FormStep {
  id: string;
  title: Text;
  description?: Text;
  /**
   * Ids of the sections it shows; each section stands in one step.
   */
  sections: string[];
}
export interface FormRule {
  when: Expression;
  /**
   * Shown only while when holds; a hidden field is neither required nor sent.
   */
  show?: string[];
  require?: string[];
  disable?: string[];
  /**
   * Written when when becomes true.
   */
  set?: {
    /**
     * Any JSON value; an expression anywhere inside it is evaluated when the step runs.
     */
    [k: string]: unknown;
  };
  /**
   * Narrows a field's options to these values.
   */
  options?: {
    [k: string]: (string | number | boolean)[];
  };
}
export interface NamedCheck {
  /**
   * A rule set of contracts/, run by browser and server alike: person.
   */
  use: string;
}
export interface ExpressionCheck {
  fails: Expression;
  message: Text;
  field?: string;
}

/**
 * One widget in its place. Ids are required, stable and unique in the document: errors, undo, merging and saved filters hang on them.
 */
export interface Node {
  id: string;
  type: string;
  typeVersion?: number;
  props?: {
    [k: string]: unknown;
  };
  /**
   * Id of one of the document's sources.
   */
  source?: string;
  visible?: boolean | Expression;
  access?: Access;
  on?: {
    [k: string]: Steps;
  };
  at?: NodePlace;
  children?: Node[];
}
/**
 * Place in a grid parent: 12 columns, rows of 50 px. medium (a grid narrower than 1024 px) and small (narrower than 768 px) change it; what they leave out is inherited from the next wider one. In small, what names no x and no y follows in reading order, what names no w takes a whole row, and what names no h is as high as its content, at least h.
 */
export interface NodePlace {
  /**
   * First of its columns, from 0.
   */
  x: number;
  /**
   * First of its rows, from 0.
   */
  y: number;
  /**
   * Columns that it takes.
   */
  w: number;
  /**
   * Rows that it takes.
   */
  h: number;
  /**
   * Not shown.
   */
  hidden?: boolean;
  medium?: NodePlaceOverride;
  small?: NodePlaceOverride;
}
/**
 * What is otherwise in a narrower grid.
 */
export interface NodePlaceOverride {
  /**
   * First of its columns, from 0.
   */
  x?: number;
  /**
   * First of its rows, from 0.
   */
  y?: number;
  /**
   * Columns that it takes.
   */
  w?: number;
  /**
   * Rows that it takes.
   */
  h?: number;
  /**
   * Not shown.
   */
  hidden?: boolean;
}

/**
 * An expression that also sees row. The engine hands it to the widget unevaluated; the widget evaluates it once per page over all rows.
 */
export interface RowExpression {
  $expr: string;
}

export interface ScreenDocument {
  $schema?: string;
  kind: 'screen';
  formatVersion: number;
  id: string;
  /**
   * Route of the screen; :name is a parameter, seen as params.name.
   */
  path: string;
  title: Text;
  access: Access;
  breadcrumb?: {
    name: Text;
    link?: Address;
  }[];
  /**
   * What state starts as.
   */
  state?: {
    [k: string]: unknown;
  };
  /**
   * What of the state stands in the screen's address, so that it lives through going back, reloading and sharing: the name of a query parameter, and the text, number or boolean of the state that it carries.
   */
  query?: {
    [k: string]: Bind;
  };
  sources?: {
    [k: string]: Source;
  };
  body: Node[];
  dialogs?: Node[];
  strings?: Strings;
}

/**
 * Where data comes from. It loads when everything named in needs has a value, is cached and shared by its resolved address, and shows its own loading, empty, error and missing states. Expressions see it as data.<id>: { status, rows, total, record, error, missing }.
 */
export interface Source {
  get: Address;
  query?: {
    [k: string]: string | number | boolean | Expression;
  };
  /**
   * Path of the row array in the reply, as data.rows.
   */
  rows?: string;
  /**
   * Path of the total in the reply, as data.totalRows.
   */
  total?: string;
  /**
   * Path of the single record in the reply, as data.
   */
  record?: string;
  /**
   * Name of the query value that holds the page number, as page. The rows of all pages from 1 up to it stand behind one another: a list that grows at its end.
   */
  append?: string;
  /**
   * References that must have a value before the source loads: state.filters.company, params.id.
   */
  needs?: string[];
}

/**
 * The document's own texts by language; a key without its leading $.
 */
export interface Strings {
  pt?: {
    [k: string]: string;
  };
  en?: {
    [k: string]: string;
  };
  es?: {
    [k: string]: string;
  };
}

/**
 * What a person reads: plain text, a translation key that begins with $ (looked up in the document's strings, then in locales/; $$ escapes), or an expression.
 */
export type Text = string | Expression;

/**
 * Where something leads or lies: http, https, mailto, tel or a path of our own, or an expression that answers one. Any other address is refused: written ones when the document is saved, computed ones where they are drawn.
 */
export type Url = string | Expression;
