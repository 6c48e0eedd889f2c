/**
 * The editor of documents: it knows documents of any kind, and no geometry. `createEditor` opens a document; everything that
 * changes it is a command given to `dispatch`, and can be undone. `actions` are what keys and buttons do. Surfaces, such as the
 * layout editor, render the document and provide an `EditorContext`; the property panel, the announcer and the draft are the
 * same for all of them.
 */
export { createEditor } from './editor.ts';
export type { DispatchOptions, Editor, EditorOptions, EditorState, Outcome, Step } from './editor.ts';
export type { Clip, Command, Place, Refusal } from './commands/command.ts';
export { parseClip } from './commands/paste.ts';
export {
  ancestorsOf,
  breakpoints,
  slotOfNode,
  type Breakpoint,
  type Model,
  type SlotId,
} from './model/document-model.ts';
export type { History, HistoryEntry } from './history.ts';
export {
  alignSelection,
  copySelection,
  duplicateSelection,
  insertWidget,
  pasteClip,
  redoStep,
  removeSelection,
  selectAll,
  stepSelection,
  targetSlot,
  undoStep,
  type Report,
} from './actions.ts';
export { detachUse, insertUse, replaceByUse, widgetContentOf } from './saved-widgets.ts';
export { adapterOfNode, isGrid } from './adapters/adapter-of.ts';
export type { ContainerAdapter, Direction, Edge, Spot } from './adapters/adapter.ts';
export { gridLayout, gridPosition, placeCommand, settle, type Rect } from './adapters/grid.ts';
export { hideCommand, inheritCommand, isArrangedAt, isHiddenAt } from './adapters/widths.ts';
export { keepEdits } from './keep-edits.ts';
export { createDraft, obstacleOf, type Draft, type DraftState, type DraftStatus } from './draft.ts';
export { savedWidgetOf, shownText, typeOfNode, widgetIcon, widgetName } from './names.ts';
export { usesOfTexts } from './data/text-keys.ts';
export type { Property, PropertyKind } from './panel-schema.ts';
export { nodeAtPointer, nodesAtPointers, pointerOfNode } from './pointers.ts';
export { StructureTree } from './react/StructureTree.tsx';
export { TextsView } from './react/TextsView.tsx';
export { EditorContext, useEditor, useEditorState, useIsSelected, useMainKey } from './react/context.ts';
export { Announcer, useAnnounce } from './react/announce.tsx';
export { DataChoicesContext, type DataChoices } from './react/data/choices.ts';
export { useDocumentWords } from './react/useDocumentWords.ts';
export { ProblemsProvider, refusedBeside } from './react/problems.tsx';
export { ScreenChoicesContext, ScreenParametersContext, type ScreenChoice } from './react/screen-choices.ts';
export { parametersIn, type ScreenParameter } from './actions/address.ts';
export { SavedTitlesContext, useNodeName } from './react/naming.ts';
export { PropertyPanel, useLacksData, type PanelSection } from './react/PropertyPanel.tsx';
export type { ChangeValue, Path } from './react/fields/field-props.ts';
