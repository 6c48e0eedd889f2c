import { MarkLineComponent } from 'echarts/components';

export const parts = [MarkLineComponent];
