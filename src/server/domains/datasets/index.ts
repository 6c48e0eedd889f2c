export type { GivenValues } from './compile/values.ts';
export { refusedData } from './run/readable.ts';
export { datasetReply } from './run/reply-schema.ts';
export type { DatasetReply, Datasets } from './run/run.ts';
export { datasetsOf } from './store/published-datasets.ts';
export type { PublishedDatasets, RowsReader } from './store/published-datasets.ts';
