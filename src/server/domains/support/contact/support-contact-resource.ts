import { Type, type Static } from 'typebox';
import type { Access, Verb } from '../../../../contracts/access.ts';
import type { Resource } from '../../../kernel/contract.ts';
import { bulkRoute } from '../../../kernel/entity/bulk-route.ts';
import { exportJob, importJob } from '../../../kernel/entity/files/jobs.ts';
import { EntityImport } from '../../../kernel/entity/files/import.ts';
import { fileRoutes } from '../../../kernel/entity/files/routes.ts';
import { EntityLists } from '../../../kernel/entity/list.ts';
import type { EntityModel } from '../../../kernel/entity/entity-model.ts';
import { invalid, notFound } from '../../../kernel/errors.ts';
import { ListReader, listQuery, listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { expectedVersion } from '../../../kernel/version.ts';
import { idParams } from '../../../kernel/schema-parts.ts';
import { eraseContact, eraseContacts } from './erase.ts';
import { contactLists, listCompanies, listContacts } from './list.ts';
import { mergeContact, unmergeContact } from './merge.ts';
import { contactRecords } from './records.ts';
import { readContacts } from './rows.ts';
import { changeContact, createContact, type ContactInput } from './write.ts';
import { contactFilters, contactReply, createBody, mergeBody, updateBody } from './support-contact-schema.ts';

/** Contacts are kept on their own screen, and by agents where they talk with them. */
const may = (verb: Verb): Access => ({
  any: [
    { screen: 'chatbot-contato', verb },
    { screen: 'support', verb },
  ],
});

const { filters: _filters, order: _order, ...pageQuery } = listQuery;
const companyLists = new ListReader({ orders: ['name'], defaultOrder: 'name_asc' });

/**
 * Contact as a body gives it.
 * @throws AppError VALIDATION_FAILED for a day of birth that has not come or is too long ago
 */
function toInput(body: Static<typeof updateBody>): ContactInput {
  const { fromChat: _fromChat, version: _version, consent, ...input } = body;
  const { birthdate } = input;
  if (birthdate && (birthdate < '1900-01-01' || birthdate > new Date().toISOString().slice(0, 10)))
    throw invalid([{ path: '/birthdate', key: 'errors.supportContact.birthdate' }]);
  return { ...input, ...(consent === undefined ? {} : { consent: consent || null }) };
}

/** Contacts of the support chat: people of other companies, by their numbers. */
export function supportContactResource({ totals, files }: Platform, model: EntityModel): Resource {
  const exported = new EntityLists(model);
  const imports = new EntityImport(model, contactRecords);
  return {
    name: 'support-contact',
    jobs: [exportJob(model, exported, files), importJob(model, imports, files)],
    routes: [
      route({
        method: 'GET',
        url: '/adm/v2/sup/contact',
        access: may('read'),
        summary: '$routes.supportContact.page',
        errors: ['BAD_ORDER'],
        input: { query: Type.Object({ ...pageQuery, ...contactLists.query, ...contactFilters }) },
        reply: listReply(contactReply),
        handle: (ctx, { query }) =>
          listContacts(ctx, totals, contactLists.read(ctx, query), {
            text: (query.text?.trim() || query.name?.trim()) ?? '',
            company: query.company?.trim() ?? '',
            active: query.active || null,
            consent: query.consent || null,
            doubles: query.doubles === 'Y',
            type: query.type ?? null,
          }),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/company',
        access: may('read'),
        summary: '$routes.supportContact.companies',
        errors: ['BAD_ORDER'],
        input: {
          query: Type.Object({
            ...pageQuery,
            ...companyLists.query,
            name: Type.Optional(Type.String({ maxLength: 200, description: 'Contained in the name.' })),
          }),
        },
        reply: listReply(Type.Object({ name: Type.String(), contacts: Type.Integer() })),
        handle: (ctx, { query }) =>
          listCompanies(ctx, companyLists.read(ctx, query), query.name?.trim() ?? ''),
      }),
      route({
        method: 'GET',
        url: '/adm/v2/sup/contact/:id',
        access: may('read'),
        summary: '$routes.supportContact.one',
        input: { params: idParams },
        reply: contactReply,
        async handle(ctx, { params }) {
          const [contact] = await readContacts(ctx.db, [params.id]);
          if (!contact) throw notFound();
          return contact;
        },
      }),
      route({
        method: 'POST',
        url: '/adm/v2/sup/contact',
        access: may('create'),
        summary: 'Create a contact, also of a chat',
        status: 201,
        errors: ['ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { body: createBody },
        reply: contactReply,
        async handle(ctx, { body: { chatId, ...body } }) {
          const isFromChat = body.fromChat === 'Y' || body.fromChat === true;
          return createContact(ctx, toInput(body), isFromChat ? (chatId ?? null) : null);
        },
      }),
      route({
        method: 'PUT',
        url: '/adm/v2/sup/contact/:id',
        access: may('update'),
        summary: 'Change the sent fields of a contact',
        errors: ['VERSION_CONFLICT', 'ALREADY_EXISTS', 'RULE_BROKEN'],
        input: { params: idParams, body: updateBody },
        reply: contactReply,
        async handle(ctx, { params, body }) {
          const expected = expectedVersion(ctx, body.version);
          return changeContact(ctx, params.id, toInput(body), expected);
        },
      }),
      route({
        method: 'DELETE',
        url: '/adm/v2/sup/contact/:id',
        access: may('delete'),
        summary: 'Erase what is known of a contact; its chats stay, ended',
        errors: ['VERSION_CONFLICT'],
        input: { params: idParams },
        reply: Type.Object({ id: Type.Integer() }),
        async handle(ctx, { params }) {
          await eraseContact(ctx, params.id, expectedVersion(ctx, undefined));
          return { id: params.id };
        },
      }),
      ...(['merge', 'unmerge'] as const).map((gesture) =>
        route({
          method: 'POST',
          url: `/adm/v2/sup/contact/:id/${gesture}`,
          access: may('update'),
          summary:
            gesture === 'merge'
              ? 'Make another contact a part of this one, which gets its numbers and chats'
              : 'Undo a merge: the other contact is one of its own again',
          errors: ['VERSION_CONFLICT', 'RULE_BROKEN'],
          input: { params: idParams, body: mergeBody },
          reply: contactReply,
          handle: (ctx, { params, body }) =>
            (gesture === 'merge' ? mergeContact : unmergeContact)(
              ctx,
              params.id,
              body.otherId,
              expectedVersion(ctx, body.version),
            ),
        }),
      ),
      bulkRoute(model, exported, {
        change: (ctx, keys, body) =>
          contactRecords.write(
            ctx,
            keys.map((key) => ({ key, body })),
          ),
        remove: (ctx, keys) => eraseContacts(ctx, keys),
      }),
      ...fileRoutes(model, exported, imports, files),
    ],
  };
}
