import { contentName } from '../../contracts/saved-widget.ts';
import { viewKey, type LayoutType } from '../../contracts/view.ts';

interface Common {
  /** Names what is edited among all that is. */
  key: string;
  /** Screen whose rights apply, which is also the address of the list. */
  screen: 'view-admin' | 'widget-admin';
  /** Address of the draft. */
  draft: string;
  /** Topic of what happens to it, and of who is there. */
  topic: string;
}

export interface ViewSubject extends Common {
  kind: 'view';
  dashId: number;
  layoutType: LayoutType;
}

export interface WidgetSubject extends Common {
  kind: 'widget';
  widgetId: string;
}

/** Subject of the editor. */
export type Subject = ViewSubject | WidgetSubject;

export const viewSubject = (dashId: number, layoutType: LayoutType): ViewSubject => ({
  kind: 'view',
  dashId,
  layoutType,
  key: viewKey(dashId),
  screen: 'view-admin',
  draft: `/adm/v2/dash/${dashId}/draft`,
  topic: `view:${dashId}`,
});

export const widgetSubject = (widgetId: string): WidgetSubject => ({
  kind: 'widget',
  widgetId,
  key: contentName({ kind: 'widget', id: widgetId }),
  screen: 'widget-admin',
  draft: `/adm/v2/widget/${widgetId}/draft`,
  topic: `widget:${widgetId}`,
});
