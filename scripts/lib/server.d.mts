export interface RunningServer {
  /** Address of the tenant acme. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}
export declare function startServer(env?: Record<string, string>): Promise<RunningServer>;
