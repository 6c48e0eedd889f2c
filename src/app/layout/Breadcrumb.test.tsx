// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { AppContext } from '../app-context.ts';
import { testApp } from '../testing.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';

afterEach(cleanup);

test("an item 'Tarefas' is preceded by 'Atividades', which goes back one step", async () => {
  const app = await testApp({});
  const crumbs = [{ name: 'Projetos', to: '/ppm-projects' }, { name: 'Tarefas' }];
  const router = createMemoryRouter([{ path: '*', element: <Breadcrumb crumbs={crumbs} /> }], {
    initialEntries: ['/ppm-projects', '/ppm-projects/1/7/activities', '/ppm-projects/1/7/activities/3/tasks'],
  });
  render(
    <AppContext value={app}>
      <RouterProvider router={router} />
    </AppContext>,
  );
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(texts).toEqual(['Projetos', 'Atividades', 'Tarefas']);
  fireEvent.click(screen.getByRole('button', { name: 'Atividades' }));
  expect(router.state.location.pathname).toBe('/ppm-projects/1/7/activities');
  fireEvent.click(screen.getByRole('link', { name: 'Projetos' }));
  expect(router.state.location.pathname).toBe('/ppm-projects');
});
