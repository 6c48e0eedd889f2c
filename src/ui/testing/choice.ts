import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses an option of a `Choice` with the mouse. */
export async function choose(control: HTMLElement, option: string): Promise<void> {
  await userEvent.click(control);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
