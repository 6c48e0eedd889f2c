/* Made from schemas/ by scripts/schema-types.mjs. Do not edit: change the schema and run it again. */

export type * from './documents.ts';
export type { AvatarProps } from './widgets/avatar.ts';
export type { BadgeProps } from './widgets/badge.ts';
export type { ButtonProps } from './widgets/button.ts';
export type { DialogProps } from './widgets/dialog.ts';
export type { EmptyStateProps } from './widgets/empty-state.ts';
export type { FilterBarProps } from './widgets/filter-bar.ts';
export type { FormProps } from './widgets/form.ts';
export type { GridProps } from './widgets/grid.ts';
export type { MenuButtonProps } from './widgets/menu-button.ts';
export type { PageHeaderProps } from './widgets/page-header.ts';
export type { SectionProps } from './widgets/section.ts';
export type { SplitProps } from './widgets/split.ts';
export type { StackProps } from './widgets/stack.ts';
export type { TableProps } from './widgets/table.ts';
export type { TabsProps } from './widgets/tabs.ts';
export type { TextProps } from './widgets/text.ts';
