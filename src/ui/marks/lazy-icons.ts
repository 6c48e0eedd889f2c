import { Headset20Regular } from '@fluentui/react-icons/svg/headset';
import { Tv20Regular } from '@fluentui/react-icons/svg/tv';
import { Print20Regular } from '@fluentui/react-icons/svg/print';
import { ArrowAutofitHeight20Regular } from '@fluentui/react-icons/svg/arrow-autofit-height';
import { ArrowAutofitWidth20Regular } from '@fluentui/react-icons/svg/arrow-autofit-width';
import { AlignBottom20Regular } from '@fluentui/react-icons/svg/align-bottom';
import { AlignTop20Regular } from '@fluentui/react-icons/svg/align-top';
import { AlignRight20Regular } from '@fluentui/react-icons/svg/align-right';
import { AlignLeft20Regular } from '@fluentui/react-icons/svg/align-left';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left';
import { ArrowRedo20Regular } from '@fluentui/react-icons/svg/arrow-redo';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import { ArrowUpload20Regular } from '@fluentui/react-icons/svg/arrow-upload';
import { Attach20Regular } from '@fluentui/react-icons/svg/attach';
import { Board20Regular } from '@fluentui/react-icons/svg/board';
import { Bot20Regular } from '@fluentui/react-icons/svg/bot';
import { Box20Regular } from '@fluentui/react-icons/svg/box';
import { Branch20Regular } from '@fluentui/react-icons/svg/branch';
import { Briefcase20Regular } from '@fluentui/react-icons/svg/briefcase';
import { Building20Regular } from '@fluentui/react-icons/svg/building';
import { Calendar20Regular } from '@fluentui/react-icons/svg/calendar';
import { Certificate20Regular } from '@fluentui/react-icons/svg/certificate';
import { ChartMultiple20Regular } from '@fluentui/react-icons/svg/chart-multiple';
import { Chat20Regular } from '@fluentui/react-icons/svg/chat';
import { CheckboxChecked20Regular } from '@fluentui/react-icons/svg/checkbox-checked';
import { Circle20Regular } from '@fluentui/react-icons/svg/circle';
import { CircleHalfFill20Regular } from '@fluentui/react-icons/svg/circle-half-fill';
import { CircleHint20Regular } from '@fluentui/react-icons/svg/circle-hint';
import { Clock20Regular } from '@fluentui/react-icons/svg/clock';
import { Cube20Regular } from '@fluentui/react-icons/svg/cube';
import { Dashboard20Regular } from '@fluentui/react-icons/svg/dashboard';
import { DataBarVertical20Regular } from '@fluentui/react-icons/svg/data-bar-vertical';
import { DataFunnel20Regular } from '@fluentui/react-icons/svg/data-funnel';
import { DataScatter20Regular } from '@fluentui/react-icons/svg/data-scatter';
import { DataTreemap20Regular } from '@fluentui/react-icons/svg/data-treemap';
import { DataTrending20Regular } from '@fluentui/react-icons/svg/data-trending';
import { Database20Regular } from '@fluentui/react-icons/svg/database';
import { Desktop20Regular } from '@fluentui/react-icons/svg/desktop';
import { DismissCircle20Regular } from '@fluentui/react-icons/svg/dismiss-circle';
import { Document20Regular } from '@fluentui/react-icons/svg/document';
import { DocumentSearch20Regular } from '@fluentui/react-icons/svg/document-search';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { FilterDismiss20Regular } from '@fluentui/react-icons/svg/filter-dismiss';
import { Flash20Regular } from '@fluentui/react-icons/svg/flash';
import { Flow20Regular } from '@fluentui/react-icons/svg/flow';
import { Folder20Regular } from '@fluentui/react-icons/svg/folder';
import { Form20Regular } from '@fluentui/react-icons/svg/form';
import { GanttChart20Regular } from '@fluentui/react-icons/svg/gantt-chart';
import { Gauge20Regular } from '@fluentui/react-icons/svg/gauge';
import { Globe20Regular } from '@fluentui/react-icons/svg/globe';
import { Grid20Regular } from '@fluentui/react-icons/svg/grid';
import { FullScreenMaximize20Regular } from '@fluentui/react-icons/svg/full-screen-maximize';
import { History20Regular } from '@fluentui/react-icons/svg/history';
import { Image20Regular } from '@fluentui/react-icons/svg/image';
import { Layer20Regular } from '@fluentui/react-icons/svg/layer';
import { Link20Regular } from '@fluentui/react-icons/svg/link';
import { ListBar20Regular } from '@fluentui/react-icons/svg/list-bar';
import { LockClosed20Regular } from '@fluentui/react-icons/svg/lock-closed';
import { Mail20Regular } from '@fluentui/react-icons/svg/mail';
import { Map20Regular } from '@fluentui/react-icons/svg/map';
import { Money20Regular } from '@fluentui/react-icons/svg/money';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import { MoreVertical20Regular } from '@fluentui/react-icons/svg/more-vertical';
import { Open20Regular } from '@fluentui/react-icons/svg/open';
import { Organization20Regular } from '@fluentui/react-icons/svg/organization';
import { Password20Regular } from '@fluentui/react-icons/svg/password';
import { PersonAdd20Regular } from '@fluentui/react-icons/svg/person-add';
import { PersonAvailable20Regular } from '@fluentui/react-icons/svg/person-available';
import { PersonProhibited20Regular } from '@fluentui/react-icons/svg/person-prohibited';
import { Phone20Regular } from '@fluentui/react-icons/svg/phone';
import { Pivot20Regular } from '@fluentui/react-icons/svg/pivot';
import { Play20Regular } from '@fluentui/react-icons/svg/play';
import { PlugConnected20Regular } from '@fluentui/react-icons/svg/plug-connected';
import { PuzzlePiece20Regular } from '@fluentui/react-icons/svg/puzzle-piece';
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle';
import { Receipt20Regular } from '@fluentui/react-icons/svg/receipt';
import { Ribbon20Regular } from '@fluentui/react-icons/svg/ribbon';
import { Save20Regular } from '@fluentui/react-icons/svg/save';
import { Send20Regular } from '@fluentui/react-icons/svg/send';
import { Sparkle20Regular } from '@fluentui/react-icons/svg/sparkle';
import { Star20Regular } from '@fluentui/react-icons/svg/star';
import { Table20Regular } from '@fluentui/react-icons/svg/table';
import { Tablet20Regular } from '@fluentui/react-icons/svg/tablet';
import { Tag20Regular } from '@fluentui/react-icons/svg/tag';
import { TaskListSquareLtr20Regular } from '@fluentui/react-icons/svg/task-list-square-ltr';
import { WeatherMoon20Regular } from '@fluentui/react-icons/svg/weather-moon';
import { WeatherSunny20Regular } from '@fluentui/react-icons/svg/weather-sunny';

/** The icons of definitions and menus that are not in `icons`. They load together when the first of them is rendered. */
export const lazyIcons = {
  headset: Headset20Regular,
  'align-left': AlignLeft20Regular,
  'align-right': AlignRight20Regular,
  'align-top': AlignTop20Regular,
  'align-bottom': AlignBottom20Regular,
  'arrow-autofit-width': ArrowAutofitWidth20Regular,
  'arrow-autofit-height': ArrowAutofitHeight20Regular,
  'arrow-down': ArrowDown20Regular,
  'arrow-download': ArrowDownload20Regular,
  'arrow-left': ArrowLeft20Regular,
  'arrow-redo': ArrowRedo20Regular,
  'arrow-undo': ArrowUndo20Regular,
  'arrow-up': ArrowUp20Regular,
  'arrow-upload': ArrowUpload20Regular,
  attach: Attach20Regular,
  board: Board20Regular,
  bot: Bot20Regular,
  box: Box20Regular,
  branch: Branch20Regular,
  briefcase: Briefcase20Regular,
  building: Building20Regular,
  calendar: Calendar20Regular,
  certificate: Certificate20Regular,
  'chart-multiple': ChartMultiple20Regular,
  chat: Chat20Regular,
  'checkbox-checked': CheckboxChecked20Regular,
  circle: Circle20Regular,
  'circle-half-fill': CircleHalfFill20Regular,
  'circle-hint': CircleHint20Regular,
  clock: Clock20Regular,
  cube: Cube20Regular,
  dashboard: Dashboard20Regular,
  'data-bar-vertical': DataBarVertical20Regular,
  'data-funnel': DataFunnel20Regular,
  'data-scatter': DataScatter20Regular,
  'data-treemap': DataTreemap20Regular,
  'data-trending': DataTrending20Regular,
  database: Database20Regular,
  desktop: Desktop20Regular,
  'dismiss-circle': DismissCircle20Regular,
  document: Document20Regular,
  'document-search': DocumentSearch20Regular,
  'document-text': DocumentText20Regular,
  'filter-dismiss': FilterDismiss20Regular,
  flash: Flash20Regular,
  flow: Flow20Regular,
  folder: Folder20Regular,
  form: Form20Regular,
  'gantt-chart': GanttChart20Regular,
  gauge: Gauge20Regular,
  globe: Globe20Regular,
  grid: Grid20Regular,
  'full-screen-maximize': FullScreenMaximize20Regular,
  print: Print20Regular,
  tv: Tv20Regular,
  history: History20Regular,
  image: Image20Regular,
  layer: Layer20Regular,
  link: Link20Regular,
  'list-bar': ListBar20Regular,
  'lock-closed': LockClosed20Regular,
  mail: Mail20Regular,
  map: Map20Regular,
  money: Money20Regular,
  'more-horizontal': MoreHorizontal20Regular,
  'more-vertical': MoreVertical20Regular,
  open: Open20Regular,
  organization: Organization20Regular,
  password: Password20Regular,
  'person-add': PersonAdd20Regular,
  'person-available': PersonAvailable20Regular,
  'person-prohibited': PersonProhibited20Regular,
  phone: Phone20Regular,
  pivot: Pivot20Regular,
  play: Play20Regular,
  'plug-connected': PlugConnected20Regular,
  'puzzle-piece': PuzzlePiece20Regular,
  'question-circle': QuestionCircle20Regular,
  receipt: Receipt20Regular,
  ribbon: Ribbon20Regular,
  save: Save20Regular,
  send: Send20Regular,
  sparkle: Sparkle20Regular,
  star: Star20Regular,
  table: Table20Regular,
  tablet: Tablet20Regular,
  tag: Tag20Regular,
  'task-list-square-ltr': TaskListSquareLtr20Regular,
  'weather-moon': WeatherMoon20Regular,
  'weather-sunny': WeatherSunny20Regular,
} as const;
