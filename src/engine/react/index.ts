export { CloseContext, FooterContext, NoticeFrameContext } from './context.ts';
export { EngineProvider } from './EngineProvider.tsx';
export { NodeScope } from './NodeScope.tsx';
export { DocumentView } from './DocumentView.tsx';
export { Screen } from './Screen.tsx';
export { EditedDocument, EditedNode } from './EditedDocument.tsx';
export type { QueryStep } from './useAddressQuery.ts';
export { preloadWidgets, whenPrepared } from './widget-code.ts';
export type { Crumb } from './screen-trail.ts';
export type { Resolved, WidgetData, WidgetDefinition, WidgetChild, WidgetProps } from './contract.ts';
export { useDefinitionTools } from './definition-tools.ts';
export type { DefinitionTools } from './definition-tools.ts';
export { formatterFor, type Formatter } from './format.ts';
export {
  useAddress,
  useBatch,
  isPlainClick,
  useBinding,
  useBusy,
  useCan,
  useClose,
  useFormat,
  useHost,
  useScreenAddress,
  useInitialState,
  useIsDashboard,
  useLoad,
  useLanguage,
  useLinkTo,
  useNavigate,
  useNeededPaths,
  useNotify,
  useOthersHere,
  usePreference,
  useReadState,
  useReport,
  useRun,
  useScreenId,
  useScreenTitle,
  useText,
} from './hooks.ts';
export { useButtonNode, useDiscardChanges, useHeaderActions } from './header-actions.ts';
export { usePage, usePageCounts, type PageCounts } from './page.ts';
export { columnTitle, columnValues, withColumnValues } from './data-columns.ts';
export { useChildData, useDatasetTitle, useScreenData } from './node-data.ts';
export type { ChildData, DataOrigin, NodeData, ScreenData } from './node-data.ts';
export { useWindowTitle } from './useWindowTitle.ts';
export { useInstances } from './useInstances.tsx';
export { useExpressionValue, type ExpressionValue } from './useExpressionValue.ts';
export { useEvaluateRows } from './useEvaluateRows.ts';
export type { RowResults } from './useEvaluateRows.ts';
export { useBarRoom, useFilterBarRoom } from './bar-room.ts';
export { useCategoryName, useCategoryNames, useChartTexts, useProblemText } from './chart-hooks.ts';
export type { ChartProblem } from './chart-hooks.ts';
export { colorsOfGroups, isRestOf, problemOfRows, rowsByTime } from './chart-rows.ts';
export type { ChartRow } from './chart-rows.ts';
export { TileMenuContext } from './tile-menu.ts';
export type { TileMenu } from './tile-menu.ts';
export { ChartFrame } from './ChartFrame.tsx';
export type { ChartPoint } from './ChartFrame.tsx';
export { toScalar, useChartFilters } from './chart-filters.ts';
export type { ChartFilter, Scalar } from './chart-filters.ts';
export { useChartFiles, useFiles } from './useChartFiles.ts';
export { figureSettings, timeOf, useFigureFormat } from './figure-format.ts';
export type { FigureFormat, FigureSettings, PeriodUnit } from './figure-format.ts';
export { useCalendarDays } from './calendar-days.ts';
export type { CalendarDays, CalendarTime } from './calendar-days.ts';
export { useSourceState } from './useSourceState.ts';
export { useTexts } from './useTexts.ts';
export { asFilters, isChanged, isSet, useListFilters } from './list-filters.ts';
export type { Filters, ListFilters } from './list-filters.ts';
export { NoRows } from './NoRows.tsx';
export { RowsFrame } from './RowsFrame.tsx';
export { useSubmission } from './useSubmission.ts';
export { instanceScreen } from './instance-screen.ts';
export { useVisibleChildren } from './useVisibleChildren.ts';
export type { LinkTarget, RunContext, Translate } from './hooks.ts';
export { MissingNotice, RefreshNotice, SourceNotice } from './notices.tsx';
export { Picture } from './value/Picture.tsx';
export { frameNonce, RemoteFrame } from './value/RemoteFrame.tsx';
export { Link } from './value/Link.tsx';
export { Value } from './value/Value.tsx';
export { useFields } from './value/useFields.ts';
export type { FieldSettings, Fields } from './value/useFields.ts';
export { isBlank, valueText } from './value/value-text.ts';
export type { ValueFormat, ValueSettings } from './value/value-text.ts';
export { DocumentForm } from './form/DocumentForm.tsx';
export { fireGesture } from './gestures.ts';
export { OfferedValues, type OfferedResult } from './form/OfferedValues.tsx';
export { useDependentFields } from './dependent-fields.ts';
export { StateField, type StateFieldSettings } from './form/StateField.tsx';
export { fragmentReaderOf } from './fragment-reader.ts';
export { lazyDate } from './form/lazy-date.ts';
export { lazyReadRichText } from './form/lazy-read-rich-text.ts';
export { lazyRichText } from './form/lazy-rich-text.ts';
export { offeredPeople, searchedName } from './form/controls/mention-search.ts';
