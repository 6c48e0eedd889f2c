import { TreemapChart } from 'echarts/charts';

export const parts = [TreemapChart];
