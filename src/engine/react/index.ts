export { CloseContext, FooterContext, NoticeFrameContext } from './context.ts';
export { EngineProvider } from './EngineProvider.tsx';
export { NodeScope } from './node/NodeScope.tsx';
export { DocumentView } from './screen/DocumentView.tsx';
export { Screen } from './screen/Screen.tsx';
export { EditedDocument, EditedNode } from './screen/EditedDocument.tsx';
export type { QueryStep } from './screen/useAddressQuery.ts';
export { preloadWidgets, whenPrepared } from './node/widget-code.ts';
export type { Crumb } from './screen/screen-trail.ts';
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
export { useButtonNode, useDiscardChanges, useHeaderActions } from './screen/header-actions.ts';
export { usePage, usePageCounts, type PageCounts } from './screen/page.ts';
export { columnTitle, columnValues, withColumnValues } from './rows/data-columns.ts';
export { useChildData, useDatasetTitle, useScreenData } from './node/node-data.ts';
export type { ChildData, DataOrigin, NodeData, ScreenData } from './node/node-data.ts';
export { useWindowTitle } from './screen/useWindowTitle.ts';
export { useInstances } from './screen/useInstances.tsx';
export { useExpressionValue, type ExpressionValue } from './useExpressionValue.ts';
export { useEvaluateRows } from './rows/useEvaluateRows.ts';
export type { RowResults } from './rows/useEvaluateRows.ts';
export { useBarRoom, useFilterBarRoom } from './bar-room.ts';
export { useCategoryName, useCategoryNames, useChartTexts, useProblemText } from './charts/chart-hooks.ts';
export type { ChartProblem } from './charts/chart-hooks.ts';
export { colorsOfGroups, isRestOf, problemOfRows, rowsByTime } from './charts/chart-rows.ts';
export type { ChartRow } from './charts/chart-rows.ts';
export { TileMenuContext } from './rows/tile-menu.ts';
export type { TileMenu } from './rows/tile-menu.ts';
export { chartTable } from './charts/chart-table.ts';
export type { ChartColumn } from './charts/chart-table.ts';
export type { ChartPoint } from './charts/ChartFrame.tsx';
export { defineChart } from './charts/define-chart.tsx';
export type { ChartInput, ShownChart } from './charts/define-chart.tsx';
export { toScalar, useChartFilters } from './charts/chart-filters.ts';
export type { ChartFilter, Scalar } from './charts/chart-filters.ts';
export { useChartFiles, useFiles } from './charts/useChartFiles.ts';
export { figureSettings, timeOf, useFigureFormat } from './figure-format.ts';
export type { FigureFormat, FigureSettings, PeriodUnit } from './figure-format.ts';
export { useCalendarDays } from './calendar-days.ts';
export type { CalendarDays, CalendarTime } from './calendar-days.ts';
export { useSourceState } from './rows/useSourceState.ts';
export { useTexts } from './screen/useTexts.ts';
export { asFilters, isChanged, isSet, useListFilters } from './rows/list-filters.ts';
export type { Filters, ListFilters } from './rows/list-filters.ts';
export { NoRows } from './rows/NoRows.tsx';
export { RowsFrame } from './rows/RowsFrame.tsx';
export { useSubmission } from './useSubmission.ts';
export { instanceScreen } from './screen/instance-screen.ts';
export { useVisibleChildren } from './node/useVisibleChildren.ts';
export type { LinkTarget, RunContext, Translate } from './hooks.ts';
export { MissingNotice, PartNotice, RefreshNotice, SourceNotice } from './screen/notices.tsx';
export { Picture } from './value/Picture.tsx';
export { frameNonce, RemoteFrame } from './value/RemoteFrame.tsx';
export { Link } from './value/Link.tsx';
export { Value } from './value/Value.tsx';
export { useFields } from './value/useFields.ts';
export type { FieldSettings, Fields } from './value/useFields.ts';
export { isBlank, valueText } from './value/value-text.ts';
export type { ValueFormat, ValueSettings } from './value/value-text.ts';
export { DocumentForm } from './form/DocumentForm.tsx';
export { fireGesture } from './node/gestures.ts';
export { OfferedValues, type OfferedResult } from './form/OfferedValues.tsx';
export { useDependentFields } from './dependent-fields.ts';
export { StateField, type StateFieldSettings } from './form/StateField.tsx';
export { fragmentReaderOf } from './screen/fragment-reader.ts';
export { lazyDate } from './form/lazy-date.ts';
export { lazyReadRichText } from './form/lazy-read-rich-text.ts';
export { lazyRichText } from './form/lazy-rich-text.ts';
export { offeredPeople, searchedName } from './form/controls/mention-search.ts';
export { searchPause, useAnswer, useSettled } from './useAnswer.ts';
