import build from 'fast-json-stringify';
import type { FastifySchema } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import type { RouteInfo } from '../../contracts/data-catalogue.ts';
import type { JsonObject } from '../../contracts/json.ts';
import type { RouteSpec } from './contract.ts';
import type { UploadSpec } from './upload.ts';
import { resolveText } from './texts.ts';
import { compileValidator, type Validator } from './validation.ts';

type SchemaNode = Record<string, unknown>;

/**
 * Adds `additionalProperties: false` to every object schema that lists its properties, so that a caller sets only what the
 * route names. Schemas in `allOf` stay open, since each sees the properties of the others.
 */
export function closeObjects(schema: object): object {
  return close(schema as SchemaNode, false) as object;
}

function close(node: unknown, inAllOf: boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => close(item, inAllOf));
  if (typeof node !== 'object' || node === null) return node;
  const copy: SchemaNode = {};
  for (const [key, value] of Object.entries(node)) {
    copy[key] =
      key === 'enum' || key === 'const' || key === 'default' || key === 'examples'
        ? value
        : close(value, key === 'allOf');
  }
  const listsProperties =
    copy['type'] === 'object' && typeof copy['properties'] === 'object' && !Array.isArray(copy['properties']);
  if (listsProperties && !inAllOf && !('additionalProperties' in copy) && !('patternProperties' in copy)) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

const nothing = { type: 'object', properties: {}, additionalProperties: false };

/** Schemas of a route's params, query and body, closed. One that the route does not name accepts nothing. */
export function inputSchemas(spec: RouteSpec): { params: object; query: object; body: object | null } {
  return {
    params: closeObjects(spec.input?.params ?? nothing),
    query: closeObjects(spec.input?.query ?? nothing),
    body: spec.input?.body ? closeObjects(spec.input.body) : null,
  };
}

export interface InputValidators {
  params: Validator;
  query: Validator;
  body: Validator;
}

/**
 * Validators of a route's input, compiled with its first request: to compile those of all routes took a quarter of the
 * processor time of a start.
 */
export function inputValidators(spec: RouteSpec): InputValidators {
  const schemas = inputSchemas(spec);
  const compiled = (schema: object, part: 'params' | 'querystring' | 'body') =>
    whenUsed(() => compileValidator(schema, part));
  return {
    params: compiled(schemas.params, 'params'),
    query: compiled(schemas.query, 'querystring'),
    body: compiled(schemas.body ?? { anyOf: [nothing, { type: 'null' }] }, 'body'),
  };
}

/** Makes the serializer of an answer when the first one is sent, for the same reason: Fastify makes all of them at its start. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) =>
  whenUsed(() => build(schema));

function whenUsed<Input, Result>(make: () => (input: Input) => Result): (input: Input) => Result {
  let made: ((input: Input) => Result) | undefined;
  return (input) => {
    made ??= make();
    return made(input);
  };
}

/** Converts a route to Fastify's schema, for its serializer and for OpenAPI. The kernel validates the input. */
export function fastifySchema(spec: RouteSpec, resource: string): FastifySchema {
  const { params, query, body } = inputSchemas(spec);
  return {
    tags: [resource],
    summary: resolveText('en', spec.summary),
    ...(isReading(spec) ? { 'x-reads': true } : {}),
    ...(spec.input?.params ? { params } : {}),
    ...(spec.input?.query ? { querystring: query } : {}),
    ...(spec.upload ? uploadSchema(spec.upload, body) : body ? { body } : {}),
    ...(spec.access === 'public' ? {} : { security: [{ token: [] }] }),
    response: {
      [spec.status ?? 200]: spec.download ? fileSchema(spec.download) : envelopeOf(spec.reply),
      '4xx': failureSchema,
      '5xx': failureSchema,
    },
  } as FastifySchema;
}

/** Whether calling the route changes nothing. */
export const isReading = (spec: RouteSpec): boolean => spec.method === 'GET' || spec.reads === true;

const binary = { type: 'string', format: 'binary' };

/** Describes the body of an upload; the kernel reads it. */
function uploadSchema(upload: UploadSpec, fields: object | null): object {
  const properties = fields && 'properties' in fields ? (fields.properties as object) : {};
  if (upload.kind === 'raw') return { consumes: [...upload.types], body: binary };
  const files = (upload.kind === 'multipart' && upload.files) || ['file'];
  const parts = Object.fromEntries(files.map((part) => [part, binary]));
  return {
    consumes: ['multipart/form-data'],
    body: {
      type: 'object',
      required: upload.kind === 'multipart' && upload.files ? [] : files,
      properties: { ...properties, ...parts },
    },
  };
}

const fileSchema = (types: readonly string[]): object => ({
  type: 'string',
  format: 'binary',
  description: `A file: ${types.join(', ')}`,
});

/** Describes a route to authors of definitions. */
export function routeInfo(spec: RouteSpec): RouteInfo {
  const { params, query, body } = inputSchemas(spec);
  return {
    method: spec.method,
    path: spec.url,
    summary: spec.summary,
    access: spec.access,
    reads: isReading(spec),
    ...(spec.input?.params ? { params: plain(params) } : {}),
    ...(spec.input?.query ? { query: plain(query) } : {}),
    ...(body ? { body: plain(body) } : {}),
    ...(spec.download ? {} : { reply: plain(spec.reply) }),
  };
}

/** Copies a schema without what JSON cannot carry. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function envelopeOf(data: TSchema): object {
  return {
    type: 'object',
    required: ['success', 'data', 'message'],
    properties: { success: { type: 'boolean' }, data, message: { type: 'string' } },
  };
}

const failureSchema = {
  type: 'object',
  required: ['success', 'message', 'code'],
  properties: {
    success: { type: 'boolean' },
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string' },
          remedy: { type: 'string' },
          severity: { type: 'string' },
        },
      },
    },
    data: {},
  },
};
