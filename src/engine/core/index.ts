/** Core of the engine: definitions, expressions, data and actions, independent of any framework. */
export type * from './contract.ts';
export { fieldAccess } from './entity/entity-access.ts';
export { nearest, nearestValue } from './validate/nearest.ts';
export { entitiesById } from './entity/entity-forms.ts';
export { entitiesNamed, withEntities } from './entity/entity-sources.ts';
export { fieldSchema } from './entity/entity-schema.ts';
export type * from './compiled-screen.ts';
export type * from './generated/index.ts';
export { counters, countRender, resetCounters, type Counters } from './counters.ts';
export { bindPath, type Path } from './language/paths.ts';
export type { Query } from './screen/address-query.ts';
export type { Scope, Store } from './screen/store.ts';
export { lookUp, resolveText, resolveTextResult, type Texts } from './language/texts.ts';
export {
  gridColumns,
  gridGap,
  gridPositions,
  gridRow,
  gridWidths,
  isSamePosition,
  overlaps,
  type GridItem,
  type GridPosition,
  type GridWidth,
} from './screen/grid.ts';
export { AddressError, resolveAddress } from './language/address.ts';
export { yieldBetweenEvaluations } from './expressions/turns.ts';
export { compileExpression, isExpression, type CompiledExpression } from './expressions/expression.ts';
export { limits as expressionLimits } from './expressions/limits.ts';
export { limitSteps } from './expressions/work.ts';
export { exceedsSteps, ExpressionError } from './expressions/errors.ts';
export { expressionDiagnostic } from './expressions/errors.ts';
export { renameStatePath } from './expressions/rewrite.ts';
export { conditionHolds, evaluateRows } from './expressions/rows.ts';
export { formatJson } from './json/format.ts';
export {
  hasRepeatedKeys,
  parseJsonText,
  repeatedKeyDiagnostics,
  type JsonText,
  type TextPosition,
} from './json/text.ts';
export type { ValidatedText, TextDiagnostic } from './editing/validate-text.ts';
export type { Completion } from './editing/completion-context.ts';
export { outlineKeyAt, outlineRoot, type OutlineRow } from './editing/outline.ts';
export type { EditedKind, EditingSchema } from './editing/schemas.ts';
export {
  createLazyRegistry,
  createRegistry,
  loadSpecs,
  type Registry,
  type WidgetEntry,
} from './language/registry.ts';
export { defineWidget, type WidgetDeclaration } from './language/define-widget.ts';
export { documentTypes } from './language/node-lists.ts';
export { compileForm, type CompiledForm } from './form/compile.ts';
export { formFormats } from './form/formats.ts';
export { multipleOfPrecision } from './form/interpreter.ts';
export { compilePattern, loadPatternEngine } from './form/patterns.ts';
export { schemaErrorText } from './form/schema-errors.ts';
export { validateForm, type FormValidation, type ValidationResult } from './form/validation.ts';
export { dropWrappers, type SchemaError } from './form/schema-errors.ts';
export { checkFormSafety } from './form/compile.ts';
export { compileDocument } from './language/compile.ts';
export { mergeDocuments, type MergeResult } from './merge/document.ts';
export { createScopedScreen } from './screen/scoped-screen.ts';
export { itemScope, type ItemScope } from './repeats/item-scope.ts';
export { failsEverywhere, instancesOf, type Instance } from './repeats/repeat.ts';
export { filterPlaces, optionRefs, placesRead } from './sources/filter-options.ts';
export { needLabel } from './sources/source-needs.ts';
export { isNotFound, pageRecordOf } from './sources/page-record.ts';
export { createScreen } from './screen/screen.ts';
export { screenActions } from './screen/screen-actions.ts';
export { toFormat2 } from './language/format-2.ts';
export { migrateDocument, migrationLosses, stampVersions } from './language/migrate.ts';
export { walkAnnotations } from './language/schema-annotations.ts';
export { withOptionLabels } from './language/option-labels.ts';
export { diagnostic, diagnosticCodes, type DiagnosticCode } from './validate/diagnostics.ts';
export { structureDiagnostics } from './validate/limits.ts';
export { parseDocument } from './json/text.ts';
export { expandWith, type ReadFragments } from './validate/fragments.ts';
export { parametersOf, type Expansion } from './fragments/expand.ts';
export { fragmentLists } from './fragments/lists.ts';
export { loadFragments, usedFragments } from './fragments/uses.ts';
export { languageSchema } from './validate/language-schemas.ts';
export { patternDiagnostics, validateRegistry, verbs } from './validate/schema-diagnostics.ts';
export { assertDeclaredEvent } from './validate/fired-events.ts';
export { callsOf } from './validate/calls.ts';
export {
  validateDocument,
  validateEdited,
  validateParts,
  type ValidateOptions,
} from './validate/document.ts';
export {
  entityAddress,
  entityDisplay,
  entityKey,
  entityScreen,
  hasList,
  isWritable,
  refers,
  wireName,
} from './entity/entity.ts';
export { recordOptions } from './entity/entity-options.ts';
export {
  brokenFilterRule,
  filterExpression,
  filterValues,
  filterPartIn,
  type FilterRule,
  type FilterValues,
  type FilterPart,
} from './sources/filter-values.ts';
export { filterValueDiagnostics, unfilteredRecords, type FilterData } from './validate/filter-values.ts';
export { isFieldValue } from './validate/entity-fields.ts';
export { referenceFits, takesOperator } from './validate/entity-filters.ts';
export { cycles, isCyclic, type Cycle } from './dataset/buckets.ts';
export { parameterFits, parameterName, periodConditions } from './dataset/parameters.ts';
export { BadPath, followPath, manyPart, type DatasetPathTarget, type DatasetStep } from './dataset/paths.ts';
export {
  aggregateOf,
  derivationOf,
  derivedInOrder,
  measuredPath,
  measuresRead,
  type Aggregate,
} from './dataset/measures.ts';
