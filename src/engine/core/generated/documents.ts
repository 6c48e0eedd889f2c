/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

/**
 * Permission required to see it: a verb on a screen, a special permission, being signed in, any of several, or all of them. On a node, screen defaults to the document's own screen. The server removes everything that the caller lacks permission for.
 */
export type Access =
  | {
      /**
       * Screen whose permission is required. Default on a node: the document's own screen.
       */
      screen?: string;
      /**
       * Permission that is required on the screen.
       */
      verb: 'read' | 'create' | 'update' | 'delete';
    }
  | {
      /**
       * Name of a special permission.
       */
      special: string;
    }
  | {
      /**
       * Everybody who is signed in, whatever their permissions. The home page, whose path is /, uses it.
       */
      session: true;
    }
  | {
      /**
       * Rules of which at least one must hold.
       */
      any: Access[];
    }
  | {
      /**
       * Rules that must all hold.
       */
      all: Access[];
    };

/**
 * One step, by its verb.
 */
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
  | EachStep
  | Use;
/**
 * Steps, which run one after the other.
 */
export type Steps = Step[];
/**
 * A list of steps; each step has one verb. A failed step stops the list and runs its onError, where event is the error.
 */
export type Action = Step[];

/**
 * Opens another address of the application. With back, goes one step back in the history, or to the address when the history is empty.
 */
export interface NavigateStep {
  /**
   * Address, or the address with back or replace.
   */
  navigate:
    | Address
    | {
        /**
         * Address to open; with back, the one for an empty history.
         */
        to: Address;
        /**
         * Goes one step back in the history.
         */
        back?: boolean;
        /**
         * Replaces the current entry of the history, so that going back skips it.
         */
        replace?: boolean;
      };
  onError?: Steps;
}
/**
 * Calls the server with exactly one of get, head, post, put or delete. Each POST carries its own Idempotency-Key. into writes the reply's data to a state path. undo is offered as 'Desfazer' by the next toast of the run, and by Ctrl+Z while that toast is shown; its steps see what the request saw, and the reply's data as event.
 */
export interface RequestStep {
  /**
   * The call.
   */
  request: {
    /**
     * Address that is read.
     */
    get?: Address;
    /**
     * Address whose existence is asked for. The reply's data is true, or false for a 404; any other status is a failure.
     */
    head?: Address;
    /**
     * Address that the body is posted to.
     */
    post?: Address;
    /**
     * Address of what the body changes.
     */
    put?: Address;
    /**
     * Address of what is deleted.
     */
    delete?: Address;
    /**
     * Query parameters of the address.
     */
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Body of the call: any JSON value. Expressions anywhere inside it are evaluated when the step runs.
     */
    body?: unknown;
    /**
     * Sends each value of the body as a part of a form: files as files, objects as JSON, null as an empty text. Values that are not there are not sent.
     */
    multipart?: true;
    /**
     * Version that the person read, sent as If-Match: the server refuses the call when somebody changed the row since. For calls without a body, such as delete.
     */
    version?: Expression;
    /**
     * State path that receives the reply's data.
     */
    into?: Bind;
    /**
     * Shows the changed rows in a source's data at once, before the server has answered. A failure takes the change back; the next fresh reply replaces it.
     */
    optimistic?: {
      /**
       * Source whose rows or record change.
       */
      source: string;
      /**
       * Key of the row, or a list of keys. Default: that of row.
       */
      key?: unknown;
      /**
       * Field whose value identifies a row.
       */
      field?: string;
      /**
       * New values of fields. Expressions anywhere inside them are evaluated when the step runs.
       */
      values?: {
        /**
         * Any JSON value.
         */
        [k: string]: unknown;
      };
      /**
       * The rows disappear.
       */
      remove?: true;
    };
    undo?: Steps;
  };
  onError?: Steps;
}
/**
 * Reloads sources while their current data stays on screen. A source that fails shows its error in its own frame; with onError the step fails too.
 */
export interface RefreshStep {
  /**
   * Id of a source, or a list of them.
   */
  refresh: string | string[];
  onError?: Steps;
}
/**
 * Writes values into the screen's state.
 */
export interface SetStep {
  /**
   * Values by state path.
   */
  set: {
    /**
     * Any JSON value. Expressions anywhere inside it are evaluated when the step runs.
     */
    [k: string]: unknown;
  };
  /**
   * Takes a value back when a later step of the run fails, unless it was changed since.
   */
  optimistic?: boolean;
  onError?: Steps;
}
/**
 * Opens one of the document's dialogs. Its nodes, forms, steps and sources read the values of with as args.<name>, which stay the same until it is closed.
 */
export interface OpenStep {
  /**
   * Id of the dialog, or the dialog with its arguments.
   */
  open:
    | string
    | {
        /**
         * Id of the dialog.
         */
        dialog: string;
        /**
         * Arguments by name. Expressions anywhere inside them are evaluated when the step runs.
         */
        with?: {
          /**
           * Any JSON value.
           */
          [k: string]: unknown;
        };
      };
  onError?: Steps;
}
/**
 * Closes a dialog.
 */
export interface CloseStep {
  /**
   * Id of the dialog.
   */
  close: string;
  onError?: Steps;
}
/**
 * Asks the person to confirm. The list ends without an error when the person declines. kind action shows an info icon and 'Sim, confirmar'; kind delete shows a warning icon and 'Sim, deletar'.
 */
export interface ConfirmStep {
  /**
   * Title and texts of the question.
   */
  confirm: {
    /**
     * action confirms an action, delete a removal.
     */
    kind: 'action' | 'delete';
    /**
     * The question.
     */
    title: Text;
    /**
     * Line below the title, e.g. the name of the record.
     */
    subtitle?: Text;
    /**
     * Explanation of what will happen.
     */
    text?: Text;
    /**
     * Values for the {{placeholders}} of the texts.
     */
    values?: {
      [k: string]: string | number | boolean | null | Expression;
    };
    /**
     * Only its buttons close the question: Escape and a press beside it do not.
     */
    persistent?: boolean;
    /**
     * Text of the button that confirms. Default: the one of the kind.
     */
    confirmText?: Text;
  };
  onError?: Steps;
}
/**
 * Shows a message at the top right for 7 seconds.
 */
export interface ToastStep {
  /**
   * Text of the message, under its kind.
   */
  toast: {
    /**
     * Text of a message about a success.
     */
    success?: Text;
    /**
     * Text of an error message.
     */
    error?: Text;
    /**
     * Text of a neutral message.
     */
    info?: Text;
    /**
     * Text of a warning.
     */
    warning?: Text;
    /**
     * Line below the text, e.g. the reason of a failure. An empty one is not displayed.
     */
    detail?: Text;
    /**
     * Values for the {{placeholders}} of the texts.
     */
    values?: {
      [k: string]: string | number | boolean | null | Expression;
    };
  };
  onError?: Steps;
}
/**
 * Validates a form and runs its on.submit; validation errors from the server appear at their fields. A form that is invalid or not sent ends the list without an error, or runs onError with event.code NOT_SENT. A form that is not mounted yet fails with NOT_READY.
 */
export interface SubmitStep {
  /**
   * Id of the node of the form.
   */
  submit: string;
  onError?: Steps;
}
/**
 * Resets a form to the loaded values.
 */
export interface ResetStep {
  /**
   * Id of the node of the form.
   */
  reset: string;
  onError?: Steps;
}
/**
 * Downloads a reply and saves it as a file.
 */
export interface DownloadStep {
  /**
   * The reply and the name of its file.
   */
  download: {
    /**
     * Address of the reply.
     */
    get: Address;
    /**
     * Query parameters of the address.
     */
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Name of the saved file.
     */
    filename: Text;
  };
  onError?: Steps;
}
/**
 * Asks for a file and sends it as multipart with exactly one of post or put. Closing the file window without a choice ends the list without an error. A file that is too large or of another type fails the step; onError sees event.code FILE_TOO_LARGE, FILE_TYPE or TOO_MANY_FILES.
 */
export interface UploadStep {
  /**
   * The files and the address that receives them.
   */
  upload: {
    /**
     * Address that receives the files, with the method POST.
     */
    post?: Address;
    /**
     * Address that receives the files, with the method PUT.
     */
    put?: Address;
    /**
     * Query parameters of the address.
     */
    query?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Files to send instead of asking for them: event.files of a drop.
     */
    files?: Expression;
    /**
     * Name of the multipart field that carries the file.
     */
    field?: string;
    /**
     * State path that keeps the files, for another step that sends them again as files.
     */
    keep?: Bind;
    /**
     * Further multipart fields, sent with the file.
     */
    values?: {
      [k: string]: string | number | boolean | Expression;
    };
    /**
     * Accepted media types (image/*, text/csv) and file extensions (.pdf).
     */
    accept?: string[];
    /**
     * Maximum size of one file, in bytes.
     */
    maxSize?: number;
    /**
     * Maximum number of files in one choice. All files are sent under the same field name.
     */
    maxFiles?: number;
    /**
     * Version that the person read, sent as If-Match.
     */
    version?: Expression;
    /**
     * State path that receives the reply's data.
     */
    into?: Bind;
    undo?: Steps;
  };
  onError?: Steps;
}
/**
 * Runs then when the condition is true, else otherwise.
 */
export interface IfStep {
  /**
   * The condition.
   */
  if: Expression;
  then: Steps;
  else?: Steps;
  onError?: Steps;
}
/**
 * Runs steps for each item in order, with the item as row. A failed item does not stop the others; when all are done, one error reports how many failed, which and why. onError sees event.data.results, one result per item in the same order.
 */
export interface EachStep {
  /**
   * The list, of at most 1,000 items.
   */
  each: Expression;
  do: Steps;
  /**
   * Expression over row that names a failed item in the error. Default: its name, title or id.
   */
  label?: Expression;
  /**
   * Maximum number of items processed at the same time.
   */
  parallel?: number;
  onError?: Steps;
}

/**
 * A path of the application, e.g. /admin-user/{row.id}. A placeholder {root.path} is a plain reference; its value is percent-encoded and never run as code. In a fragment it may begin with a parameter that is an address: {with.address}/-/export.
 */
export type Address = string;

/**
 * State path that a widget reads and writes, e.g. state.filters or state.page.
 */
export type Bind = string;

/**
 * Id of one of the node's own children.
 */
export type Child = string;

/**
 * A screen with a header, filters and a grid body; at sets the grid position of each body node. The same engine renders screens and dashboards.
 */
export interface DashboardDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: dashboard.
   */
  kind: 'dashboard';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the dashboard, unique among the definitions of its kind.
   */
  id: string;
  /**
   * Route of the screen. A segment :name is a parameter, available as params.name.
   */
  path?: string;
  /**
   * Title of the dashboard. The browser and, by default, the menu show it.
   */
  title: Text;
  /**
   * Permission required to open the dashboard. The server does not send it to anybody else.
   */
  access: Access;
  /**
   * Place in the menu. Default: the group of own screens.
   */
  menu?: MenuPlace;
  /**
   * Path from an outer level to the current one, displayed in the header, innermost last.
   */
  breadcrumb?: {
    /**
     * Displayed name of the level.
     */
    name: Text;
    /**
     * Address of the level. The last one has none.
     */
    link?: Address;
  }[];
  /**
   * Initial values of state.
   */
  state?: {
    [k: string]: unknown;
  };
  /**
   * State values stored in the screen's address, so that they survive going back, reloading and sharing: query parameter name to state path. Each value has an initial value in state: a text, a number, a boolean, a list, an object, or null.
   */
  query?: {
    [k: string]: Bind;
  };
  /**
   * Data of the document by id. Nodes name a source, and expressions read it as data.<id>.
   */
  sources?: {
    [k: string]: Source;
  };
  /**
   * Nodes at the top of the dashboard, usually a page-header.
   */
  header?: (Node | Use)[];
  /**
   * Nodes below the header, usually a filter-bar. A source lists the filters that it requires in needs.
   */
  filters?: (Node | Use)[];
  /**
   * v_grid: the body is a grid of 12 columns with rows of 50 pixels. nested: the body's nodes form one column.
   */
  layout?: 'v_grid' | 'nested';
  /**
   * Nodes of the grid. at is the position of each.
   */
  body: (Node | Use)[];
  /**
   * Nodes of type dialog, which the step open opens.
   */
  dialogs?: (Node | Use)[];
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}

/**
 * A field, or a path to one over references: company.name. entity~field leads to the records of an entity whose reference field holds this record: user~company.id.
 */
export type DatasetPath = string;

/**
 * A stored query over the records of entities. Sources name it and give values to its parameters; the server runs it with the rights of the reader.
 */
export interface DatasetDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: dataset.
   */
  kind: 'dataset';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the dataset. Sources name it.
   */
  id: string;
  /**
   * Name of the dataset in the editor.
   */
  title: Text;
  /**
   * Permission required to read the rows, beside those to read the records behind them.
   */
  access?: Access;
  /**
   * Entity whose records are counted: one record is one row before grouping.
   */
  from: string;
  /**
   * Values that a source gives, by name. Conditions refer to them as params.<name>.
   */
  parameters?: {
    [k: string]: DatasetParameter;
  };
  /**
   * Condition on the records. A path such as company.name leads over references; the expression params.<name> stands for the value of a parameter. A condition on a parameter without a value does not apply.
   */
  where?: Filter;
  /**
   * Columns of the rows by name, each the path of a field. For rows that are records; group and measures are for rows that are computed from several.
   */
  fields?: {
    [k: string]: DatasetPath;
  };
  /**
   * Groups of the records. Without groups, all records are one row.
   */
  group?: DatasetGroup[];
  /**
   * Computed columns by name. Each has exactly one of count, distinct, sum, avg, min, max, percentile, running, previous, share and ratio.
   */
  measures?: {
    [k: string]: DatasetMeasure;
  };
  /**
   * Limits of measures that a row must keep, by measure. Totals are of all rows.
   */
  having?: {
    [k: string]: DatasetLimit;
  };
  /**
   * Order of the rows: names of columns, with _desc for the greatest first. Default: the groups as they are listed.
   */
  order?: string[];
  /**
   * Maximum number of rows. The reply says whether there are more.
   */
  limit?: number;
  /**
   * Further rows that are aggregated from the records: each entry lists the groups that they keep; an empty one is the grand total.
   */
  totals?: string[][];
  /**
   * Fewest records that a row, a total or a measure with a condition is computed from. Figures of fewer records are left out, so that nobody is recognised.
   */
  minRecords?: number;
  /**
   * Time zone of days, buckets and periods, such as America/Sao_Paulo. Default: that of the tenant.
   */
  zone?: string;
  /**
   * First day of a week, in buckets and periods.
   */
  weekStart?: 'monday' | 'sunday' | 'saturday';
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}
/**
 * A value that a source gives.
 */
export interface DatasetParameter {
  /**
   * period: two days, or a name such as last-30-days; choice: one of options; values: a list of values of the field.
   */
  type: 'period' | 'date' | 'text' | 'number' | 'boolean' | 'choice' | 'values';
  /**
   * Label of the parameter.
   */
  title?: Text;
  field?: DatasetPath;
  /**
   * Values of a choice.
   */
  options?: string[];
  /**
   * Value when the source gives none.
   */
  default?: (string | number | boolean) | (string | number | boolean)[];
  /**
   * Whether the dataset is refused without a value.
   */
  required?: boolean;
  /**
   * Longest period.
   */
  maxDays?: number;
}
/**
 * One thing that the records are grouped by.
 */
export interface DatasetGroup {
  /**
   * Name of the column. Of a reference, the column holds the name of the record, and the column <id>Id its key.
   */
  id: string;
  /**
   * Label of the column. Default: that of the field.
   */
  title?: Text;
  field: DatasetPath;
  /**
   * Unit of time that values fall into. A choice among units as params.<name>. hourOfDay (0 to 23), weekday (1 for Monday to 7) and monthOfYear (1 to 12) put the same part of all days, weeks or years together.
   */
  bucket?:
    | ('hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'hourOfDay' | 'weekday' | 'monthOfYear')
    | Expression;
  /**
   * Adds a row for each unit of the period without records. The dataset needs a condition within on the field, unless the unit is hourOfDay, weekday or monthOfYear.
   */
  fill?: boolean;
  top?: DatasetTop;
}
/**
 * Keeps the groups with the greatest measure. The records of all others are one row, whose column <id>Rest is true.
 */
export interface DatasetTop {
  /**
   * Number of groups.
   */
  n: number;
  /**
   * Measure that decides.
   */
  by: string;
}
/**
 * One computed column.
 */
export interface DatasetMeasure {
  /**
   * Label of the column.
   */
  title?: Text;
  /**
   * true: number of records. A path over to-many references: number of the records that it leads to.
   */
  count?: true | DatasetPath;
  distinct?: DatasetPath;
  sum?: DatasetPath;
  avg?: DatasetPath;
  min?: DatasetPath;
  max?: DatasetPath;
  percentile?: DatasetPercentile;
  /**
   * Condition on the records that the measure counts, beside that of the dataset.
   */
  where?: Filter;
  running?: DatasetRunning;
  previous?: DatasetPrevious;
  share?: DatasetShare;
  ratio?: DatasetRatio;
}
/**
 * Value below which a share of the values lies.
 */
export interface DatasetPercentile {
  field: DatasetPath;
  /**
   * Share, e.g. 0.9.
   */
  p: number;
}
/**
 * Sum of a measure over the rows up to this one.
 */
export interface DatasetRunning {
  /**
   * Measure.
   */
  of: string;
  /**
   * Group whose order is followed. The sum begins anew for each value of the other groups.
   */
  along: string;
}
/**
 * The measure in an earlier period, beside that of the current one.
 */
export interface DatasetPrevious {
  /**
   * Measure.
   */
  of: string;
  /**
   * How much earlier. period: by the length of the period itself.
   */
  by: 'period' | 'week' | 'month' | 'quarter' | 'year';
}
/**
 * The measure divided by its sum over the rows with the same values of some groups.
 */
export interface DatasetShare {
  /**
   * Measure.
   */
  of: string;
  /**
   * Groups whose values are the same. Default: none, so that the sum is over all rows.
   */
  within?: string[];
}
/**
 * A measure divided by another; nothing where that is zero.
 */
export interface DatasetRatio {
  /**
   * Measure.
   */
  of: string;
  /**
   * Measure that it is divided by.
   */
  to: string;
  /**
   * Subtracted from the result: 1 makes a growth.
   */
  minus?: number;
}
export interface DatasetLimit {
  /**
   * At least the value.
   */
  from?: number;
  /**
   * At most the value.
   */
  to?: number;
}

/**
 * Declares one kind of record. The server makes its routes from it; lists, forms, sources, import and export read it too.
 */
export interface EntityDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: entity.
   */
  kind: 'entity';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the entity. Sources, options and references name it.
   */
  id: string;
  /**
   * Singular name of a record, e.g. Person.
   */
  title: Text;
  /**
   * Plural name of the records, e.g. People.
   */
  plural?: Text;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  access?: EntityAccess;
  /**
   * Table of a bundled entity. Default: the id, with _ for -.
   */
  table?: string;
  /**
   * Address of the records: the list at the address itself, one record at address/{key}. Default: /adm/v2/ent/{id}.
   */
  address?: Address;
  /**
   * Whether the server makes routes from the declaration. false: they are written by hand.
   */
  routes?: boolean;
  /**
   * Whether the database hides records of a bundled entity from some people without a rule of rows, as those of restricted projects. Results of datasets are kept for people from whom the same is hidden, and events do not name the records.
   */
  hidden?: boolean;
  /**
   * Whether records have version, createdAt, createdBy, updatedAt and updatedBy. false is for records that the product writes by itself, such as the audit; routes is false then.
   */
  system?: boolean;
  /**
   * Seconds that rows of a dataset may be behind the records. For records whose changes no event tells, or whose values depend on the time; those of others show at once.
   */
  maxAge?: number;
  /**
   * Topic of the events that tell of changes, of records that the product writes by itself. Readers need the permission of the topic too: support asks for read on support. Default: entity:{id}, or none with maxAge.
   */
  topic?: 'support';
  /**
   * Field whose value identifies a record.
   */
  key?: string;
  /**
   * Field whose value names a record. Default: the key.
   */
  display?: string;
  /**
   * Reference to the record above, which makes the records a tree. No record can lie below itself.
   */
  tree?: string;
  /**
   * Order of the list: a sortable field and asc or desc. Default: the display field, ascending.
   */
  order?: string;
  /**
   * Fields of a record by name. version, createdAt, createdBy, updatedAt and updatedBy belong to every entity, unless system is false.
   */
  fields: {
    [k: string]: EntityField;
  };
  /**
   * Sets of fields whose values together belong to one record of the tenant.
   */
  unique?: EntityUnique[];
  /**
   * Rules for the records that a caller may read and write. A record must match all rules of the verb.
   */
  rows?: EntityRowRule[];
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}
/**
 * Permission key of the records. Its four verbs guard reading, creating, updating and deleting.
 */
export interface EntityAccess {
  /**
   * Screen whose permissions guard the records. Default: the id of the entity.
   */
  screen?: string;
}
/**
 * One field of a record.
 */
export interface EntityField {
  /**
   * text is a string of several lines; reference is the key of a record of another entity; list holds several values of type item.
   */
  type: 'string' | 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'reference' | 'list';
  /**
   * Label of the field in forms, lists, imports and exports.
   */
  title: Text;
  /**
   * Explanation of the field.
   */
  description?: Text;
  /**
   * Name in requests and replies. Default: the field's own, followed by Id for a reference and Ids for a list of references.
   */
  wire?: string;
  /**
   * Column of a bundled entity. Default: the field's name in snake case, followed by _id for references.
   */
  column?: string;
  /**
   * A record without a value is refused.
   */
  required?: boolean;
  /**
   * The server sets the value.
   */
  readOnly?: boolean;
  /**
   * No two records of the tenant have the same value.
   */
  unique?: boolean;
  /**
   * The server numbers the records from 1 within the tenant. For integers.
   */
  auto?: boolean;
  /**
   * Value of a new record that names none: a value or an expression, which sees user, tenant, lang and now.
   */
  default?: (string | number | boolean) | Expression | (string | number | boolean)[];
  /**
   * Value of the field: an expression that sees the record as row. It is stored with each write.
   */
  compute?: Expression;
  /**
   * Minimum number of characters.
   */
  minLength?: number;
  /**
   * Maximum number of characters. Default: 200 for a string, 10,000 for a text.
   */
  maxLength?: number;
  /**
   * Least value.
   */
  minimum?: number;
  /**
   * Greatest value.
   */
  maximum?: number;
  /**
   * Decimals of a number. A value with more is refused.
   */
  scale?: number;
  /**
   * Format that the value is validated by and displayed in.
   */
  format?: 'email' | 'cpf' | 'cnpj' | 'phone' | 'cep' | 'url' | 'money' | 'percent';
  /**
   * Allowed values.
   */
  options?: Option[];
  /**
   * Entity whose key the field holds. For references and lists of references.
   */
  entity?: string;
  /**
   * Type of the items of a list.
   */
  item?: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'reference';
  /**
   * Consequence for the record when the one that it refers to is deleted: nothing is deleted, the field is emptied, or the record is deleted too.
   */
  onDelete?: 'refuse' | 'empty' | 'cascade';
  /**
   * Whether the list finds records by a part of the text, whatever case and accents.
   */
  searchable?: boolean;
  /**
   * Whether the list can be filtered by the field.
   */
  filterable?: boolean;
  /**
   * Whether the list can be ordered by the field.
   */
  sortable?: boolean;
  /**
   * Permission required to read and write the field.
   */
  access?: Access;
}
export interface EntityUnique {
  /**
   * Names of the fields.
   */
  fields: string[];
  /**
   * Text for a record that is there already.
   */
  message?: Text;
}
export interface EntityRowRule {
  /**
   * Verbs that the rule limits. Default: all four.
   */
  verbs?: ('read' | 'create' | 'update' | 'delete')[];
  /**
   * Permission of the callers whom the rule does not limit.
   */
  unless?: Access;
  /**
   * Filter that a record must match. Its expressions are references: user.id, user.unit or today.
   */
  where: Filter;
}

/**
 * Values that steps read as event, by what happened. The gestures move, select and drop are those that widgets share.
 */
export type StepEvent = SelectEvent | MoveEvent | DropEvent | SelectionEvent | FailureEvent | PointEvent;
/**
 * Key of the selected row; the steps see the row as row.
 */
export type SelectEvent = string | number;

/**
 * A row was moved.
 */
export interface MoveEvent {
  /**
   * The moved row.
   */
  row: {
    [k: string]: unknown;
  };
  /**
   * Where it was: the key of a lane, a group or a parent; null when there is none.
   */
  from: string | number | null;
  /**
   * Where it is now.
   */
  to: string | number | null;
  /**
   * Key of the row that now follows it; null at the end.
   */
  before: string | number | null;
  /**
   * Key of the row that now precedes it; null at the start.
   */
  after: string | number | null;
}
/**
 * Files were dropped. The step upload sends them with its files.
 */
export interface DropEvent {
  /**
   * The dropped files.
   */
  files: {
    /**
     * Name of the file.
     */
    name: string;
    /**
     * Bytes.
     */
    size: number;
    /**
     * Media type; empty when unknown.
     */
    type: string;
  }[];
}
/**
 * The selected rows.
 */
export interface SelectionEvent {
  /**
   * The selected rows that are loaded.
   */
  rows: {
    [k: string]: unknown;
  }[];
  /**
   * Keys of the selected rows.
   */
  keys: (string | number)[];
  /**
   * Number of selected rows.
   */
  count: number;
}
/**
 * The error that onError or the steps of a form's failure handle.
 */
export interface FailureEvent {
  /**
   * Stable code, such as VERSION_CONFLICT.
   */
  code: string;
  /**
   * HTTP status; 0 when the server did not answer.
   */
  status: number;
  /**
   * Text for the person.
   */
  message: string;
  /**
   * Errors of single values.
   */
  errors: {
    /**
     * JSON pointer of the value.
     */
    path: string;
    /**
     * Text for the person.
     */
    message: string;
    /**
     * Stable code of the rule.
     */
    code?: string;
    /**
     * How to correct the value.
     */
    remedy?: string;
    /**
     * A warning does not refuse the value.
     */
    severity?: 'error' | 'warning';
  }[];
  /**
   * The current row with VERSION_CONFLICT, the results of each with PARTIAL.
   */
  data?: unknown;
}
/**
 * A point of a chart was selected; the steps see its row as row.
 */
export interface PointEvent {
  /**
   * Value of the point's category; null where it has none.
   */
  category: string | number | boolean | null;
  /**
   * Field of the measure, or the value that the series is split by.
   */
  series: string | number | boolean | null;
  /**
   * Figure of the point; null for a gap.
   */
  value: number | null;
  /**
   * The category as the chart names it.
   */
  label?: string;
  /**
   * First day of the period that the category stands for (YYYY-MM-DD); null where it is none.
   */
  from?: string | null;
  /**
   * Last day of that period.
   */
  to?: string | null;
}

/**
 * A JSONata expression. Every expression sees params, state, data, user, tenant, can, lang and now; a form adds form, a row adds row, an action adds event. Expressions are the only place where text runs as code.
 */
export interface Expression {
  /**
   * The JSONata expression.
   */
  $expr: string;
}

/**
 * Path of a value in the rows or the record of the node's source, e.g. name or manager.name.
 */
export type Field = string;

/**
 * A condition on the fields of a record: fields that all match, or all, any or not of other filters, or has for records that must exist. A value alone stands for eq.
 */
export type Filter = FilterAll | FilterAny | FilterNot | FilterHas | FilterFields;
/**
 * Value that a field is compared with.
 */
export type FilterValue = (string | number | boolean) | Expression;
/**
 * Values of which a field has one.
 */
export type FilterValues = FilterValue[];

export interface FilterAll {
  /**
   * Filters that must all match.
   */
  all: Filter[];
}
export interface FilterAny {
  /**
   * Filters of which at least one must match.
   */
  any: Filter[];
}
export interface FilterNot {
  /**
   * Filter that must not match.
   */
  not: Filter;
}
export interface FilterHas {
  /**
   * In a dataset: records that must exist, by paths such as item~order. Each has true, or a filter on the fields of these records that one of them matches.
   */
  has: {
    [k: string]: true | Filter;
  };
}
export interface FilterFields {
  [k: string]: FilterValue | FilterCondition;
}
/**
 * eq: equal; in: equal to one of them; from, to: at least, at most; contains: a part of the text, whatever case and accents, for searchable fields; within: between two days; empty: whether there is no value; under: the record or one below it, for references to a tree.
 */
export interface FilterCondition {
  eq?: FilterValue;
  /**
   * Equal to one of the values. In a dataset also a parameter of type values.
   */
  in?: FilterValues | Expression;
  from?: FilterValue;
  to?: FilterValue;
  /**
   * Contains the text, whatever case and accents. For searchable fields.
   */
  contains?: string;
  /**
   * Whether the field has no value.
   */
  empty?: boolean;
  under?: FilterValue;
  /**
   * Within days of the tenant's calendar, the last one included. For dates and times. In a dataset a parameter of type period.
   */
  within?: Expression | FilterDays;
}
export interface FilterDays {
  /**
   * First day.
   */
  from?: string;
  /**
   * Last day.
   */
  to?: string;
}

/**
 * Name of a property, or a property with the way it is displayed.
 */
export type FormField =
  | string
  | {
      /**
       * Property of the data, or of the items inside a list.
       */
      field: string;
      /**
       * Control that edits the value. Default: chosen from the schema.
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
        | 'daterange'
        | 'choices'
        | 'color'
        | 'icon'
        | 'list'
        | 'table'
        | 'json'
        | 'matrix'
        | 'pending-list';
      /**
       * Label of the control. Default: the title in the schema.
       */
      label?: Text;
      /**
       * Text below the control.
       */
      hint?: Text;
      /**
       * Marks the field as required, where one of the checks demands a value with a message of its own. Fields that the schema requires are marked without it.
       */
      mark?: boolean;
      /**
       * Gives the label to screen readers alone, where a heading says it already.
       */
      quiet?: boolean;
      /**
       * Hint inside the empty control.
       */
      placeholder?: Text;
      /**
       * Number of columns of its section. Default: all for a table, 1 for other fields.
       */
      span?: number;
      /**
       * Shows the value in a control that cannot be changed.
       */
      readOnly?: boolean;
      /**
       * Kind of value that the browser may fill in, e.g. email or new-password (HTML autocomplete).
       */
      autocomplete?: string;
      /**
       * For a password: adds a button that generates a strong password. A field named confirm_<field> receives the same value.
       */
      generate?: boolean;
      /**
       * Choices of the field. Default: the enum of the schema. Of a matrix its rows, of a pending list what can be added.
       */
      options?: Options;
      /**
       * For an object or a list: layout of the inner fields, in display order. Fields not named here follow.
       */
      fields?: FormField[];
      /**
       * For a list: title of one item; its number is appended.
       */
      itemTitle?: Text;
      /**
       * For a list: property of the item whose value replaces the title once it is filled in.
       */
      titleField?: string;
      /**
       * For money: ISO 4217 currency code. Default: BRL.
       */
      currency?: string;
      /**
       * For money: the value is an integer number of cents.
       */
      cents?: boolean;
      /**
       * For a number or a slider: unit displayed after the value, e.g. kg.
       */
      unit?: Text;
      /**
       * For a colour: colours to choose from, #RRGGBB. Default: twelve of the product's.
       */
      palette?: string[];
      /**
       * For a colour: shows the contrast of text on it. true: of white text on buttons, and the shade that buttons use where it is too low. ground: of the text on a large area such as the menu, white or dark, whichever reads better.
       */
      contrast?: true | false | 'ground';
      upload?: FileUpload;
      crop?: ImageCrop;
      /**
       * For rich text: maximum number of characters, markup not counted.
       */
      maxText?: number;
      matrix?: FieldMatrix;
      /**
       * For a pending list: shows each item's picture, at the path `image` of its options, or its initials.
       */
      avatar?: boolean;
      /**
       * Message while the field is required and empty, in place of the general one.
       */
      missing?: Text;
      /**
       * Keys of the sent body that the server's validation errors may name in place of the field.
       */
      sentAs?: string[];
      /**
       * For a pending list: items that cannot be removed.
       */
      locked?: {
        /**
         * Property of an item that is true while it stays.
         */
        field: string;
        /**
         * Why it stays.
         */
        reason: Text;
      };
    };
/**
 * How the file gets to the server.
 */
export type FileUpload = StoredUpload | RequestUpload;
/**
 * A check across fields: an expression, or a rule set of the product.
 */
export type FormCheck = NamedCheck | ExpressionCheck;

/**
 * The schema of a record, and the layout, the rules and the checks of the form that edits it.
 */
export interface FormDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: form.
   */
  kind: 'form';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the form, which nodes of type form name.
   */
  id: string;
  /**
   * Name of the form in the list of definitions.
   */
  title?: Text;
  /**
   * Permission required to load the form.
   */
  access?: Access;
  /**
   * Entity whose records the form edits. The form takes its schema, options and references from the declaration. In place of schema.
   */
  entity?: string;
  schema?: DataSchema;
  /**
   * Layout of the form.
   */
  ui: {
    /**
     * Sections in display order.
     */
    sections: FormSection[];
    /**
     * Turns the form into a wizard: one step at a time, each validated before the next, with a summary at the end.
     */
    steps?: FormStep[];
    /**
     * For a wizard: adds a last step that shows all values for review.
     */
    summary?: boolean;
    /**
     * For a wizard: text of the button of the last step, which sends the form. Default: Save.
     */
    submit?: Text;
  };
  /**
   * Dependencies between fields.
   */
  rules?: FormRule[];
  /**
   * Values that follow others, by the field that has them: total, or lines.total for each item of a list. Their expressions read form, row (the item), user, tenant and lang. They are shown as output.
   */
  compute?: {
    [k: string]: Expression;
  };
  /**
   * Cross-field checks, in order. The form shows the first one that fails.
   */
  checks?: FormCheck[];
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}
/**
 * JSON Schema of the data, in any draft from 04 to 2020-12. Its safety is checked when the form is saved. In place of entity.
 */
export interface DataSchema {
  [k: string]: unknown;
}
export interface FormSection {
  /**
   * Identifier of the section, unique in the form.
   */
  id: string;
  /**
   * Title above the fields.
   */
  title?: Text;
  /**
   * Text below the title.
   */
  description?: Text;
  /**
   * Maximum number of columns. Narrow forms have fewer.
   */
  columns?: number;
  /**
   * Text of the button at the end of each row of columns that copies the row's values to the other rows. For rows of like fields, such as from and until of each day; such a section keeps its columns in narrow forms.
   */
  copy?: Text;
  /**
   * Place of the section. Neighbouring sections of main and side stand beside each other in wide forms: main takes two thirds, side one. The form then is as wide as the page.
   */
  area?: 'full' | 'main' | 'side';
  /**
   * Root properties in display order. "*" stands for all properties that no section names.
   */
  fields: FormField[];
}
/**
 * The file is uploaded by itself; the field stores a value of the reply.
 */
export interface StoredUpload {
  /**
   * Address that receives the file.
   */
  post: Address;
  /**
   * Path in the reply of the value that the field stores, e.g. data.id.
   */
  value: string;
  /**
   * Accepted media types (image/*) and file extensions (.pdf).
   */
  accept?: string[];
  /**
   * Maximum size of one file, in bytes.
   */
  maxSize?: number;
  /**
   * pick: uploads the file when it is chosen. submit: uploads it when the form is sent.
   */
  when?: 'pick' | 'submit';
}
/**
 * The file is a part of the form's own request.
 */
export interface RequestUpload {
  /**
   * request: the submit event has the file as the value of the field, for a request with multipart.
   */
  when: 'request';
  /**
   * Accepted media types (image/*) and file extensions (.pdf).
   */
  accept?: string[];
  /**
   * Maximum size of one file, in bytes.
   */
  maxSize?: number;
}
/**
 * Part of a picture that is kept. It is cut out in the browser, before the picture is sent.
 */
export interface ImageCrop {
  /**
   * Width of the part by its height.
   */
  aspect?: number;
  /**
   * Shows the part as a disc, as avatars do. The image sent is the square around it.
   */
  circle?: boolean;
  /**
   * Pixels of the longer side that are sent at most.
   */
  size?: number;
  /**
   * Key of the record with a person's name: its initials stand in for a missing picture, and the avatars are shown as they will appear.
   */
  person?: string;
}
/**
 * A table of checkboxes with a row for each option of the field. The value is a list with an item for each row that has a checked cell: the row's key, and each column with its value.
 */
export interface FieldMatrix {
  /**
   * Property of an item that holds the key of its row. Default: id.
   */
  key?: string;
  /**
   * Columns in display order.
   */
  columns: MatrixColumn[];
  /**
   * Value of a checked cell. Default: true.
   */
  on?: string | number | boolean;
  /**
   * Value of a cell that is not checked. Default: false.
   */
  off?: string | number | boolean;
  /**
   * Path in the row of the key of its group. Groups can be collapsed and checked at once.
   */
  group?: string;
  /**
   * Path in the row of the title of its group. Default: the key.
   */
  groupTitle?: string;
  /**
   * Path in the row of a faint second line.
   */
  text?: string;
  /**
   * Title of the column of row titles.
   */
  rowsTitle?: Text;
  /**
   * Hint inside a box that searches the rows. Without it there is no box.
   */
  search?: Text;
  /**
   * Explanation below the table.
   */
  note?: Text;
  /**
   * For a single column: shows switches without a head.
   */
  switches?: boolean;
}
export interface MatrixColumn {
  /**
   * Property of an item that holds the value of the cell.
   */
  field: string;
  /**
   * Title of the column.
   */
  title: Text;
  /**
   * Columns that are checked, and locked, while this one is checked.
   */
  implies?: string[];
  /**
   * Path in the row that is false where the cell must not be checked. Rows come from a source then. Items that are checked already can be cleared.
   */
  allowed?: string;
}
export interface FormStep {
  /**
   * Identifier of the step, unique in the form.
   */
  id: string;
  /**
   * Title of the step.
   */
  title: Text;
  /**
   * Text below the title of the step.
   */
  description?: Text;
  /**
   * Ids of the sections in this step. Each section belongs to one step.
   */
  sections: string[];
}
/**
 * A condition and what holds while it is true.
 */
export interface FormRule {
  /**
   * The condition. It reads the values as form.
   */
  when: Expression;
  /**
   * Fields that are visible only while when is true. A hidden field is neither required nor sent.
   */
  show?: string[];
  /**
   * Fields that need a value while when is true.
   */
  require?: string[];
  /**
   * Fields that are locked while when is true. Their values are sent.
   */
  disable?: string[];
  /**
   * Values by field, written once when the condition becomes true.
   */
  set?: {
    /**
     * Any JSON value, or an expression, which is evaluated when the condition becomes true.
     */
    [k: string]: unknown;
  };
  /**
   * Values by field: only these of its options are offered and accepted while when is true.
   */
  options?: {
    [k: string]: (string | number | boolean)[];
  };
}
export interface NamedCheck {
  /**
   * Named rule set of contracts/ that the browser and the server both run: person.
   */
  use: string;
}
export interface ExpressionCheck {
  /**
   * The values are invalid while this is true.
   */
  fails: Expression;
  /**
   * Text of the validation error.
   */
  message: Text;
  /**
   * Field that displays the message. Without it the form displays the message.
   */
  field?: string;
}

/**
 * Items for a list of this name in the props of a widget, in the shape that the widget gives them.
 */
export type FragmentItems = {
  [k: string]: unknown;
}[];

/**
 * Nodes, dialogs, columns or steps that other documents use, with declared parameters. Inside it, { "$with": "name" } stands for the value of a parameter, and with.name reads it in expressions, addresses and state paths.
 */
export interface FragmentDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: fragment.
   */
  kind: 'fragment';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the fragment, which use names.
   */
  id: string;
  /**
   * Name of the fragment in the list of definitions.
   */
  title?: Text;
  /**
   * Permission required to receive the content. The server removes it for everybody else.
   */
  access?: Access;
  /**
   * Values that a document gives when it uses the fragment.
   */
  parameters?: {
    [k: string]: FragmentParameter;
  };
  /**
   * Sources that come along with the fragment's content.
   */
  sources?: {
    [k: string]: Source;
  };
  /**
   * Nodes, for a list of nodes.
   */
  body?: (Node | Use)[];
  /**
   * Dialogs. They come along with the nodes, columns and steps of the fragment too.
   */
  dialogs?: (Node | Use)[];
  columns?: FragmentItems;
  items?: FragmentItems;
  options?: FragmentItems;
  rowActions?: FragmentItems;
  actions?: FragmentItems;
  fields?: FragmentItems;
  /**
   * Steps of actions.
   */
  steps?: Steps;
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}
/**
 * One parameter of a fragment.
 */
export interface FragmentParameter {
  /**
   * text, string, number, boolean, list and object take a value of that type or an expression; value takes any JSON value; expression takes an expression, bind a state path, address an address and access an access rule; source, dialog and form take the id of one in the document that uses the fragment; nodes, steps and columns take a list of them, with uses of other fragments.
   */
  type:
    | 'text'
    | 'string'
    | 'number'
    | 'boolean'
    | 'list'
    | 'object'
    | 'value'
    | 'expression'
    | 'bind'
    | 'address'
    | 'source'
    | 'dialog'
    | 'form'
    | 'access'
    | 'nodes'
    | 'steps'
    | 'columns';
  /**
   * Name of the parameter for people.
   */
  title?: Text;
  /**
   * Explanation of the parameter.
   */
  description?: Text;
  /**
   * The only values that a text or string may have.
   */
  enum?: string[];
  /**
   * A use without a value is an error.
   */
  required?: boolean;
  /**
   * Value when none is given. Without it, a key whose value is the parameter is left out, and expressions read null.
   */
  default?: unknown;
}

/**
 * Name of an icon, e.g. add, edit or search. An unknown name displays a neutral square.
 */
export type IconName = string;

/**
 * Place of the screen in the menu, once it is published. Only people who may open the screen see the entry. A screen whose path has a parameter has no entry.
 */
export interface MenuPlace {
  /**
   * Title of the group. The key of a group of the product ($menu.security, $menu.settings) adds the screen there; any other text is a group of its own, shared by the screens that name it.
   */
  group: string;
  /**
   * Icon of the entry. Default: list.
   */
  icon?: IconName;
  /**
   * Title of the entry: a text, or a key with a leading $. Default: the title of the screen.
   */
  title?: string;
}

/**
 * One widget in the document. Its id is required, stable and unique in the document: errors, undo, merging and saved filters refer to it.
 */
export interface Node {
  /**
   * Identifier of the node, unique in the document. It should never change.
   */
  id: string;
  /**
   * Type of the widget.
   */
  type: string;
  /**
   * Version of the widget type that the node is written for. Default: the current one.
   */
  typeVersion?: number;
  /**
   * Properties of the widget.
   */
  props?: {
    [k: string]: unknown;
  };
  /**
   * Id of one of the document's sources.
   */
  source?: string;
  /**
   * Further sources: the name that the widget gives each, and the id of one of the document's sources.
   */
  sources?: {
    [k: string]: string;
  };
  /**
   * Condition: the node is rendered while it is true.
   */
  visible?: boolean | Expression;
  /**
   * Permission required to receive the node. The server removes it for everybody else.
   */
  access?: Access;
  /**
   * Steps by the name of the event that runs them.
   */
  on?: {
    [k: string]: Steps;
  };
  at?: NodePosition;
  /**
   * Content of the node, for widgets that have content.
   */
  children?: (Node | Use)[];
  /**
   * Further lists of nodes, by the names that the widget gives them. The nodes of a slot may see further names, such as row.
   */
  slots?: {
    [k: string]: (Node | Use)[];
  };
  /**
   * Makes one instance of the node per element of a list.
   */
  repeat?: Repeat;
}
/**
 * Position in a parent grid of 12 columns with rows of 50 px. medium (grid narrower than 1024 px) and small (narrower than 768 px) override it; omitted values are inherited from the next wider size. In small, a node without x and y follows in reading order, one without w takes the full width, and one without h is as high as its content, at least h.
 */
export interface NodePosition {
  /**
   * First column, starting at 0.
   */
  x: number;
  /**
   * First row, starting at 0.
   */
  y: number;
  /**
   * Width in columns.
   */
  w: number;
  /**
   * Height in rows.
   */
  h: number;
  /**
   * Hides the node.
   */
  hidden?: boolean;
  medium?: NodePositionOverride;
  small?: NodePositionOverride;
}
/**
 * Values that differ in a narrower grid.
 */
export interface NodePositionOverride {
  /**
   * First column, starting at 0.
   */
  x?: number;
  /**
   * First row, starting at 0.
   */
  y?: number;
  /**
   * Width in columns.
   */
  w?: number;
  /**
   * Height in rows.
   */
  h?: number;
  /**
   * Hides the node.
   */
  hidden?: boolean;
}

/**
 * One choice: a value, and how it is shown.
 */
export interface Option {
  /**
   * Stored value.
   */
  value: string | number | boolean;
  /**
   * Displayed text.
   */
  label: Text;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName;
  /**
   * Colour that the value has wherever it is shown.
   */
  tone?: 'normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /**
   * Shown, but not offered.
   */
  disabled?: boolean;
}

/**
 * The choices of an input: a list of options, or where they come from.
 */
export type Options = OptionList | RemoteOptions | SourceOptions | EntityOptions | EnumOptions;
export type OptionList = (Option | RepeatedOption)[];

/**
 * One option per element of a list. Its expressions see the element under its name. Not in forms, whose computed options come from a source.
 */
export interface RepeatedOption {
  /**
   * The list, and the name of its element.
   */
  repeat: Repeat;
  /**
   * Stored value.
   */
  value: (string | number | boolean) | Expression;
  /**
   * Displayed text.
   */
  label: Text;
  /**
   * Icon name, e.g. add, edit or search.
   */
  icon?: IconName | Expression;
  /**
   * Colour that the value has wherever it is shown.
   */
  tone?: ('normal' | 'neutral' | 'info' | 'success' | 'warning' | 'danger') | Expression;
  /**
   * Shown, but not offered.
   */
  disabled?: boolean | Expression;
}
/**
 * The rows of an address, searched on the server while the person types if it takes the text.
 */
export interface RemoteOptions {
  /**
   * Address of the rows.
   */
  get: Address;
  /**
   * Query parameters of the address. In a form, expressions read its values as form.
   */
  query?: {
    [k: string]: string | number | boolean | Expression;
  };
  /**
   * Path of the rows in the reply, e.g. data.rows.
   */
  rows: string;
  /**
   * Path of the total in the reply, e.g. data.totalRows. When the total exceeds the options received, the list asks the person to type.
   */
  total?: string;
  /**
   * Query parameter that receives the typed text. Without it typing filters the options that the address sent.
   */
  search?: string;
  /**
   * Path in the row of the stored value.
   */
  value: string;
  /**
   * Path in the row of the displayed text.
   */
  label: string;
  /**
   * Path in the row of the address of a person's picture. Each option is shown with it, or with initials.
   */
  image?: string;
  /**
   * Path in the record of the label of the current value, e.g. manager.name. Of several values it leads through a list of records, e.g. team.name.
   */
  current?: string;
  /**
   * Pause in typing, in milliseconds, after which the text is searched. Default: 500.
   */
  debounce?: number;
  /**
   * Query parameter that receives the page number, starting at 1. The list then offers to load more.
   */
  page?: string;
  one?: OptionLookup;
}
/**
 * Loads the label of a value that was chosen earlier.
 */
export interface OptionLookup {
  /**
   * Address of one row, or of rows with the one among them; {value} is replaced by the value.
   */
  get: string;
  /**
   * Path of the row in the reply, e.g. data; or of a list of rows, of which the one with the value is taken, e.g. data.rows.
   */
  row: string;
}
/**
 * One option for each row of a source of the screen.
 */
export interface SourceOptions {
  /**
   * Id of the source.
   */
  source: SourceId;
  /**
   * Path in the row of the stored value.
   */
  value: string;
  /**
   * Path in the row of the displayed text.
   */
  label: string;
  /**
   * Path in the row of the icon's name.
   */
  icon?: string;
  /**
   * Path in the row of the tone.
   */
  tone?: string;
  of?: RowOptions;
}
/**
 * For a field of an item in a list of a form, and nowhere else: the options are inside of one row, which the item chooses. While that row has none, the field is not shown.
 */
export interface RowOptions {
  /**
   * Field of the same item that holds the key of the row.
   */
  field: string;
  /**
   * Path in the row of its key.
   */
  key: string;
  /**
   * Path in the row of the list of its options, whose items value and label read.
   */
  rows: string;
  /**
   * While the row has no options, the value is typed in: a text, or several as tags.
   */
  typed?: boolean;
}
/**
 * The records of an entity, searched on the server while the person types.
 */
export interface EntityOptions {
  /**
   * Id of the entity.
   */
  entity: string;
  /**
   * Filters of the records, as query parameters.
   */
  query?: {
    [k: string]: string | number | boolean | Expression;
  };
  /**
   * Field whose value is stored. Default: the key of the entity. Records with the same value are one option.
   */
  value?: string;
  /**
   * Field that is shown. Default: the display field of the entity.
   */
  label?: string;
  /**
   * Path in the record of the label of the current value, e.g. manager.name. Of several values it leads through a list of records, e.g. team.name.
   */
  current?: string;
}
/**
 * The options of an entity's field.
 */
export interface EnumOptions {
  enum: EnumField;
}
/**
 * The entity and its field.
 */
export interface EnumField {
  /**
   * Id of the entity.
   */
  entity: string;
  /**
   * Field of the entity that has options.
   */
  field: string;
}

/**
 * State path that a widget reads and writes, which may take keys from what the node sees, e.g. state.due or state.grants.{row.id}.{group.id}. A reference stands for one key: a text, a number, true or false.
 */
export type Place = string;

/**
 * Display text, or the key of one with values for its {{placeholders}}.
 */
export type PropText = Text | TextWithValues;

export interface TextWithValues {
  /**
   * Key with a leading $. The number count chooses among its plural forms: key_one, key_other and, for 0, key_zero.
   */
  $text: string;
  /**
   * Values for the {{placeholders}} of the text.
   */
  values: {
    [k: string]: string | number | boolean | null | Expression;
  };
}

/**
 * Makes one instance of a node or of a list's item per element of a list. The instance and everything in it see the element under its name.
 */
export interface Repeat {
  /**
   * The list, of at most 1,000 elements. An object counts as a list of one element, a missing value as an empty list.
   */
  each: Expression;
  /**
   * Name of the element in expressions, addresses and steps, e.g. lane. It must not be a name that they see already.
   */
  as: string;
  /**
   * Path of the value that identifies an element, e.g. id. An instance with the same key keeps what the person typed and opened when the list changes. Default: the element's position.
   */
  key?: string;
}

/**
 * An expression that also sees row. The widget evaluates it once per page for all rows.
 */
export interface RowExpression {
  /**
   * The JSONata expression.
   */
  $expr: string;
}

/**
 * One screen: its route, its data, its nodes and its dialogs.
 */
export interface ScreenDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: screen.
   */
  kind: 'screen';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the screen, unique among the definitions of its kind.
   */
  id: string;
  /**
   * Route of the screen. A segment :name is a parameter, available as params.name. The path / is the home page.
   */
  path: string;
  /**
   * Title of the screen. The browser and, by default, the menu show it.
   */
  title: Text;
  /**
   * Permission required to open the screen. The server does not send it to anybody else.
   */
  access: Access;
  /**
   * Place in the menu. Default: the group of own screens.
   */
  menu?: MenuPlace;
  /**
   * page: below the product's header, with margins. work: a work surface such as an editor, which takes the header's place and has the whole window; the menu collapses. It is opened from a page and left by the back arrow of its bar (page-header with look bar).
   */
  layout?: 'page' | 'work';
  /**
   * Path from an outer level to the current one, displayed in the header, innermost last.
   */
  breadcrumb?: {
    /**
     * Displayed name of the level.
     */
    name: Text;
    /**
     * Address of the level. The last one has none.
     */
    link?: Address;
  }[];
  /**
   * Initial values of state.
   */
  state?: {
    [k: string]: unknown;
  };
  /**
   * State values stored in the screen's address, so that they survive going back, reloading and sharing: query parameter name to state path. Each value has an initial value in state: a text, a number, a boolean, a list, an object, or null.
   */
  query?: {
    [k: string]: Bind;
  };
  /**
   * Data of the document by id. Nodes name a source, and expressions read it as data.<id>.
   */
  sources?: {
    [k: string]: Source;
  };
  /**
   * Nodes of the screen, from top to bottom.
   */
  body: (Node | Use)[];
  /**
   * Nodes of type dialog, which the step open opens.
   */
  dialogs?: (Node | Use)[];
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}

/**
 * Id of one of the document's sources.
 */
export type SourceId = string;

/**
 * Topic of the event log. References in braces stand for their values, e.g. record:user:{params.id} or, in a dialog, record:user:{args.id}.
 */
export type Topic = string;

/**
 * Where data comes from, by exactly one of get, post, entity, dataset, shell and value. A source loads when every reference in needs has a value. Replies are cached and shared by address and body. The node that uses the source displays its loading, empty, error and missing states. Expressions read it as data.<id>: { status, rows, total, record, value, error, missing }.
 */
export interface Source {
  /**
   * Address that the data is loaded from.
   */
  get?: Address;
  /**
   * Address of a search that takes a body. The server refuses a route that could change something.
   */
  post?: Address;
  /**
   * Body of a post: JSON with expressions at any depth. An expression without a value removes its key.
   */
  body?: unknown;
  /**
   * Id of the entity whose records are loaded. Its address, its filters, its orders and the shape of its replies are known.
   */
  entity?: string;
  /**
   * Id of the dataset whose rows are loaded. query holds the values of its parameters.
   */
  dataset?: string;
  /**
   * Data that the product's shell has about the person, without a request. menu: the groups of the menu, each with title, icon and entries (path, title, icon). recent: the screens and records that the person opened last on this device, the newest first, as far as the person may still read them: path, kind (screen or record), title, screen (title of the record's screen, or the screen's menu group), icon and openedAt. choices: one row with the choices of the person: language (pt, en, es) and theme (light, dark, system); a PUT of the preference of the same name changes it.
   */
  shell?: 'menu' | 'recent' | 'choices';
  /**
   * Permission required to receive the source. The server leaves it out for everybody else, and expressions read it as having no value. A node that displays the source needs the same rule.
   */
  access?: Access;
  /**
   * Computed from other sources and the state, once for all its readers, which read data.<id>.value. A list of objects is also rows and total, an object also record.
   */
  value?: Expression;
  /**
   * Query parameters of the address. Null and empty values are not sent.
   */
  query?: {
    [k: string]: string | number | boolean | null | Expression;
  };
  /**
   * State path of the list, e.g. state.list, which holds page, perPage, order and filters. They are sent as parameters (of a post, in its body), stored in the screen's address, and bound to the tables, lists and filter bars that use the source. Initial values stand in state; page 1, perPage 50 and no order without them.
   */
  list?: Bind;
  /**
   * Path of the row array in the reply, e.g. data.rows.
   */
  rows?: string;
  /**
   * Path of the total in the reply, e.g. data.totalRows.
   */
  total?: string;
  /**
   * Path of the single record in the reply, e.g. data. Of an entity: the key of the record, as a reference (params.id) or an expression; without it the entity's records are a list.
   */
  record?: string | Expression;
  /**
   * Query parameter, or key of a post's body, that holds the page number, e.g. page. The source appends the rows of all pages from 1 to that number, for a list that grows at its end.
   */
  append?: string;
  /**
   * References that must have a value before the source loads, e.g. state.filters.company or params.id. A source that reads args belongs to the dialogs that use it, and loads while one of them is open.
   */
  needs?: string[];
  /**
   * Seconds after which the source loads again, while a node that uses it is on the screen, the page is visible and the browser is online. After a failure it waits longer.
   */
  every?: number;
  /**
   * Topics of events after which the source loads again, e.g. entity:user for the records of an entity, or record:user:{params.id} for one of them.
   */
  on?: (Topic | SourceTopic)[];
}
export interface SourceTopic {
  topic: Topic;
  /**
   * Path of a row's key, which events name.
   */
  key: string;
  /**
   * Puts the changed record of an event into the rows instead of loading them again. A change that may move a row into or out of the page, its order or its filters loads again.
   */
  patch: true;
}

/**
 * The document's own texts by language. Keys have no leading $ here.
 */
export interface Strings {
  /**
   * Texts in Portuguese, by key.
   */
  pt?: {
    [k: string]: string;
  };
  /**
   * Texts in English, by key.
   */
  en?: {
    [k: string]: string;
  };
  /**
   * Texts in Spanish, by key.
   */
  es?: {
    [k: string]: string;
  };
}

/**
 * Display text: plain text, a translation key with a leading $ (looked up in the document's strings, then in locales/; $$ escapes the sign), or an expression.
 */
export type Text = string | Expression;

/**
 * Target address: http, https, mailto, tel or a path of the application, or an expression that returns one. Any other address is refused: a literal when the document is saved, a computed one when the widget renders.
 */
export type Url = string | Expression;

/**
 * Stands for the content of a fragment or of a saved widget: nodes in a list of nodes, dialogs in the dialogs, columns, items, options, fields, row actions or actions in a list of that name (columns, items, options, fields, rowActions, actions), steps in a list of steps.
 */
export interface Use {
  /**
   * Prefix of the ids that the fragment brings: owner makes owner-name of its node name. A saved widget has the id itself. Default: the fragment's id.
   */
  id?: string;
  /**
   * Id of the fragment, or widget/ and the id of a saved widget.
   */
  use: string;
  /**
   * Values of the fragment's parameters.
   */
  with?: {
    [k: string]: unknown;
  };
  /**
   * Condition that applies in addition to those of the content.
   */
  visible?: boolean | Expression;
  /**
   * Permission that is required in addition to those of the content.
   */
  access?: Access;
  /**
   * Position in a parent grid, for a fragment of one node.
   */
  at?: NodePosition;
  /**
   * Uses the fragment once per element of a list, for a fragment of one item.
   */
  repeat?: Repeat;
}

/**
 * A configured widget under a name. Views show it by { "use": "widget/<id>" }, and each change of it shows in all of them.
 */
export interface WidgetDocument {
  /**
   * Address of the schema, for editors outside of the product. The engine ignores it.
   */
  $schema?: string;
  /**
   * Kind of the document: widget.
   */
  kind: 'widget';
  /**
   * Version of the language that the document is written in, currently 2.
   */
  formatVersion: number;
  /**
   * Identifier of the widget, which use names behind widget/.
   */
  id: string;
  /**
   * Name of the widget in lists and in the palette.
   */
  title: Text;
  /**
   * Content of the widget, for people who choose it.
   */
  description?: Text;
  /**
   * Values that a view gives when it uses the widget, each with its default.
   */
  parameters?: {
    [k: string]: FragmentParameter;
  };
  /**
   * Sources of the widget, which each view gets with it. They run with the rights of the reader.
   */
  sources?: {
    [k: string]: Source;
  };
  /**
   * The one node. Its at is the size that a view gives it at first.
   */
  body: (Node | Use)[];
  /**
   * Dialogs that come along with the widget.
   */
  dialogs?: (Node | Use)[];
  /**
   * The document's own texts by language.
   */
  strings?: Strings;
}
