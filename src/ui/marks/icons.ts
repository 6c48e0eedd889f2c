import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { Apps20Regular } from '@fluentui/react-icons/svg/apps';
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { Checkmark20Regular } from '@fluentui/react-icons/svg/checkmark';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ChevronDown20Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronLeft20Regular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRight20Regular } from '@fluentui/react-icons/svg/chevron-right';
import { ChevronUp20Regular } from '@fluentui/react-icons/svg/chevron-up';
import { Code20Regular } from '@fluentui/react-icons/svg/code';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { Edit20Regular } from '@fluentui/react-icons/svg/edit';
import { ErrorCircle20Regular } from '@fluentui/react-icons/svg/error-circle';
import { Color20Regular } from '@fluentui/react-icons/svg/color';
import { Eye20Regular } from '@fluentui/react-icons/svg/eye';
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off';
import { Filter20Regular } from '@fluentui/react-icons/svg/filter';
import { Home20Regular } from '@fluentui/react-icons/svg/home';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Key20Regular } from '@fluentui/react-icons/svg/key';
import { List20Regular } from '@fluentui/react-icons/svg/list';
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import { PanelLeft20Regular } from '@fluentui/react-icons/svg/panel-left';
import { People20Regular } from '@fluentui/react-icons/svg/people';
import { Person20Regular } from '@fluentui/react-icons/svg/person';
import { Prohibited20Regular } from '@fluentui/react-icons/svg/prohibited';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { Settings20Regular } from '@fluentui/react-icons/svg/settings';
import { Shield20Regular } from '@fluentui/react-icons/svg/shield';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import { Square20Regular } from '@fluentui/react-icons/svg/square';
import { TableSimple20Regular } from '@fluentui/react-icons/svg/table-simple';
import { Warning20Regular } from '@fluentui/react-icons/svg/warning';
import { Wrench20Regular } from '@fluentui/react-icons/svg/wrench';
import type { lazyIcons } from './lazy-icons.ts';

/**
 * The icons of the shell, of widgets and of the first screens, loaded with the page; the others are `lazyIcons`. One 20 px
 * outline serves all sizes: a second one of each would double the bytes for a barely visible difference in stroke.
 */
export const icons = {
  add: Add20Regular,
  apps: Apps20Regular,
  'arrow-clockwise': ArrowClockwise20Regular,
  checkmark: Checkmark20Regular,
  'checkmark-circle': CheckmarkCircle20Regular,
  'chevron-down': ChevronDown20Regular,
  'chevron-left': ChevronLeft20Regular,
  'chevron-right': ChevronRight20Regular,
  'chevron-up': ChevronUp20Regular,
  code: Code20Regular,
  copy: Copy20Regular,
  delete: Delete20Regular,
  dismiss: Dismiss20Regular,
  edit: Edit20Regular,
  'error-circle': ErrorCircle20Regular,
  color: Color20Regular,
  eye: Eye20Regular,
  'eye-off': EyeOff20Regular,
  filter: Filter20Regular,
  home: Home20Regular,
  info: Info20Regular,
  key: Key20Regular,
  list: List20Regular,
  navigation: Navigation20Regular,
  'panel-left': PanelLeft20Regular,
  people: People20Regular,
  person: Person20Regular,
  prohibited: Prohibited20Regular,
  search: Search20Regular,
  settings: Settings20Regular,
  shield: Shield20Regular,
  'sign-out': SignOut20Regular,
  square: Square20Regular,
  'table-simple': TableSimple20Regular,
  warning: Warning20Regular,
  wrench: Wrench20Regular,
} as const;

/** The icons of the product, by the names that definitions and the menu use. */
export type IconName = keyof typeof icons | keyof typeof lazyIcons;
