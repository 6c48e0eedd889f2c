export interface RunningServer {
  /** Address of the tenant acme. */
  url: string;
  stop(): Promise<void>;
}
export declare function startServer(env?: Record<string, string>): Promise<RunningServer>;
