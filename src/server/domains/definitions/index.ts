export { insertGrants } from './catalogue/own-permission.ts';
export type { Grant } from './catalogue/own-permission.ts';
export { withOwnScreens } from './catalogue/own-screens.ts';
export { permissionScreens } from './catalogue/permission-screens.ts';
export { readScreenGroups } from './catalogue/screen-groups.ts';
export { readWorkPaths } from './catalogue/work-paths.ts';
export { checkDraft, readPresent, storeDrafts } from './draft/create-drafts.ts';
export type { CheckedDraft, NewDefinition, NewDefinitions, Present } from './draft/create-drafts.ts';
export { knownScreens } from './draft/draft-check.ts';
export type { DefinitionPlatform } from './definition-platform.ts';
export { createEditing } from './draft/create-editing.ts';
export { draftTopic } from './draft/draft-topics.ts';
export { draftState, faults, options, version } from './draft/draft-wire.ts';
export { assertPublishable, publish, publishSeveral, publishedDocument, readForEdit } from './draft/edit.ts';
export type { Editing } from './draft/edit.ts';
export { ATTEMPTS, createDraft, saveDraft } from './draft/save.ts';
export type { DocumentId, DocumentKind } from './document/document-kind.ts';
export { documentRoutes } from './document/document-routes.ts';
export { readDocuments } from './document/document-rows.ts';
export type { DocumentRows, StoredDocument } from './document/document-rows.ts';
export { documentOf } from './document/document-write.ts';
export { titleIn, titlesOf } from './inspection/inspect.ts';
export { release } from './inspection/release.ts';
export { nodesOf } from './prune/prune.ts';
export { publishDefinition } from './publication/definition-events.ts';
export { publishVersion } from './publication/publish-version.ts';
export { definitionScreen } from './publication/published.ts';
export type { Published, Reading } from './publication/published.ts';
export type { RefusedData } from './publication/servable.ts';
export { definitionsResource } from './routes/definitions-resource.ts';
export type { KindRules } from './routes/definitions-resource.ts';
export { readDefinitions, readMenu } from './store/bundled.ts';
export type { BundledMenu, BundledMenuGroup } from './store/bundled.ts';
export { isExpanded } from './store/definitions.ts';
export type { Definitions } from './store/definitions.ts';
export { documentNodes, documentText, viewNodes, viewParts } from './store/document-nodes.ts';
export { documentsUsing } from './store/document-users.ts';
export { expandedWith } from './store/expanded.ts';
export { registry } from './store/registry.ts';
export { assertRoom } from './store/room.ts';
export {
  lockDefinition,
  nameOf,
  readCurrentWith,
  readPublishedWith,
  readState,
  readStates,
  readVersions,
  selectPublished,
} from './store/stored-definitions.ts';
export type { DefinitionKey } from './store/stored-definitions.ts';
