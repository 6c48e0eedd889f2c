import type { TObject, TSchema, TUnsafe } from 'typebox';
import type { DocumentRow } from '../../../../contracts/definitions.ts';
import type { JsonObject } from '../../../../contracts/json.ts';
import type { Context } from '../../../kernel/contract.ts';
import type { Grant } from '../catalogue/own-permission.ts';
import type { NewDefinition } from '../draft/create-drafts.ts';
import type { Editing } from '../draft/edit.ts';
import type { DefinitionKey } from '../store/stored-definitions.ts';
import type { DocumentRows, StoredDocument } from './document-rows.ts';

/** Identifier of a document in its addresses: a number of views, a word of saved widgets. */
export type DocumentId = number | string;

/** Fields of a document as clients send them; what is absent stays. Kinds add theirs. */
export interface DocumentInput {
  title?: string | undefined;
}

/**
 * A kind of definition that people compose under an address of its own, such as views and saved widgets: its rows, what of its
 * document is a field, and its texts. Drafts, publication, history and rights are those of all definitions.
 */
export interface DocumentKind {
  /** `/adm/v2/dash` */
  address: string;
  /** Address that copies a document, where it is not `copy` behind that of the document. */
  copyAddress?: string;
  rows: DocumentRows<DocumentRow, StoredDocument>;
  schemas: {
    id: TUnsafe<DocumentId>;
    /** The reply of one row. */
    row: TObject;
    create: TSchema;
    update: TSchema;
    /** The reply that names a document: `{ id }` in the word of its kind. */
    key: TSchema;
    created: TSchema;
  };
  keyOf(id: DocumentId): DefinitionKey;
  /** How replies name a document: `{ dashId }`, `{ id }`. */
  named(id: DocumentId): Record<string, DocumentId>;
  /** The document that a new one begins with. */
  readonly empty: JsonObject;
  /**
   * Returns a copy of a document with the fields that were sent.
   * @throws AppError VALIDATION_FAILED
   */
  withFields(document: JsonObject, input: DocumentInput): JsonObject;
  /** Gives a new document a free id. The caller holds the lock on definitions. @param title of the document that it was made of */
  identify(
    ctx: Context,
    document: JsonObject,
    title: string,
  ): Promise<{ id: DocumentId; definition: NewDefinition }>;
  /** The content that a new document starts with, by what the person chose; written with it. */
  startContent?(editing: Editing, ctx: Context, id: DocumentId, input: DocumentInput): Promise<JsonObject>;
  /** Groups that may open a new document. */
  firstGrant?(editing: Editing, ctx: Context): Promise<Grant | null>;
  /** When a document is to be published, where publications are scheduled. */
  scheduledAt?(ctx: Context, id: DocumentId): Promise<string | null>;
  /** @throws AppError IN_USE for a document that may not be removed */
  assertRemovable?(ctx: Context, id: DocumentId): Promise<void>;
  texts: {
    /** Keys of summaries of the reading routes. */
    page: string;
    one: string;
    draft: string;
    history: string;
    version: string;
    /** Summaries of the writing routes. */
    create: string;
    update: string;
    remove: string;
    copy: string;
    /** Keys of messages after a write, and of the refusal of a change that changes nothing. */
    created: string;
    updated: string;
    removed: string;
    unpublished: string;
    unchanged: string;
  };
}
