/** The board of a project: lanes, backlog and cards that people move. */
export { Kanban } from './Kanban.tsx';
