import { ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';

export const parts = [ScatterChart, GridComponent];
