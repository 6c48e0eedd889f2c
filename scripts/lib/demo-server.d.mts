import type { RunningServer } from './server.d.mts';

export declare function startDemoServer(env?: Record<string, string>): Promise<RunningServer>;
