import { AriaComponent } from 'echarts/components';

export const parts = [AriaComponent];
