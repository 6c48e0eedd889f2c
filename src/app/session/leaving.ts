import type { ComponentType } from 'react';
import type { Host } from '../../engine/core/index.ts';

export interface LeaveProps {
  host: Host;
  /** Called when the person stays. */
  onStay(): void;
}

/** Signs the person out. Its code comes with the menus that offer it. */
export type Leaving = ComponentType<LeaveProps>;
export type OnLogout = (leave: Leaving) => void;
