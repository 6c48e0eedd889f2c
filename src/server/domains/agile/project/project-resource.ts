import { Type } from 'typebox';
import { Reply, type Resource, type RouteSpec } from '../../../kernel/contract.ts';
import { notFound } from '../../../kernel/errors.ts';
import { listReply } from '../../../kernel/list.ts';
import type { Platform } from '../../../platform/platform.ts';
import { route } from '../../../kernel/route.ts';
import { findText } from '../../../kernel/texts.ts';
import { mayProjects } from '../work/access.ts';
import { idParams } from '../../../kernel/schema-parts.ts';
import { duplicateBody, duplicateProject } from './project-duplicate.ts';
import { listProjects, projectLists } from './project-list.ts';
import { readProject } from './project-rows.ts';
import {
  createBody,
  projectQuery,
  projectReply,
  projectRow,
  updateBody,
  writtenReply,
} from './project-schema.ts';
import { createProject, updateProject } from './project-write.ts';

const labels: NonNullable<RouteSpec['labels']> = (lang, name) => findText(lang, `agile.fields.${name}`);

/** Projects, which hold stories and tasks. */
export function projectResource({ totals }: Platform): Resource {
  return {
    name: 'project',
    routes: [
      route({
        method: 'GET',
        url: '/handler/v2/agile/projects',
        access: mayProjects('read'),
        summary: '$routes.project.page',
        errors: ['BAD_FILTERS', 'BAD_ORDER'],
        input: { query: Type.Object({ ...projectQuery, ...projectLists.query }) },
        reply: listReply(projectRow),
        handle: (ctx, { query }) => listProjects(ctx, totals, projectLists.read(ctx, query), query),
      }),
      route({
        method: 'GET',
        url: '/handler/v2/agile/projects/:id',
        access: mayProjects('read'),
        summary: '$routes.project.one',
        input: { params: idParams },
        reply: projectReply,
        async handle(ctx, { params }) {
          const project = await readProject(ctx, params.id);
          if (!project) throw notFound();
          return project;
        },
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/projects',
        access: mayProjects('create'),
        summary: 'Create a project',
        status: 201,
        errors: ['RULE_BROKEN'],
        labels,
        input: { body: createBody },
        reply: projectReply,
        handle: async (ctx, { body }) =>
          new Reply(await createProject(ctx, body), 'messages.agile.projectCreated'),
      }),
      route({
        method: 'POST',
        url: '/handler/v2/agile/projects/:id/duplicate',
        access: mayProjects('create'),
        summary: 'Make a project like this one, with the parts that are wanted',
        status: 201,
        errors: ['RULE_BROKEN'],
        labels,
        input: { params: idParams, body: duplicateBody },
        reply: writtenReply,
        handle: async (ctx, { params, body }) =>
          new Reply(await duplicateProject(ctx, params.id, body), 'messages.agile.projectCreated'),
      }),
      route({
        method: 'PUT',
        url: '/handler/v2/agile/projects/:id',
        access: mayProjects('update'),
        summary: 'Change the sent fields of a project; statusId 4 or 5 closes it',
        errors: ['PROJECT_CLOSED', 'VERSION_CONFLICT', 'RULE_BROKEN'],
        labels,
        input: { params: idParams, body: updateBody },
        reply: writtenReply,
        handle: (ctx, { params, body }) => updateProject(ctx, params.id, body),
      }),
    ],
  };
}
