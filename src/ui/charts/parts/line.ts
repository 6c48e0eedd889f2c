import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';

export const parts = [LineChart, GridComponent];
