export { EngineProvider } from './EngineProvider.tsx';
export { Screen } from './Screen.tsx';
export type { Crumb } from './screen-trail.ts';
export type { Resolved, WidgetData, WidgetDefinition, WidgetPart, WidgetProps } from './contract.ts';
export type { Formatter } from './format.ts';
export {
  useAddress,
  useBatch,
  useBinding,
  useBusy,
  useCan,
  useClose,
  useEvaluateRows,
  useFormat,
  useInitialState,
  useNavigate,
  useRun,
  useScreenTitle,
  useText,
  useVisibleParts,
} from './hooks.ts';
export type { RowResults, RunContext, Translate } from './hooks.ts';
export { MissingNotice, RefreshNotice, SourceNotice } from './notices.tsx';
export { DocumentForm } from './form/DocumentForm.tsx';
