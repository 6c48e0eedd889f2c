import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
// Loaded with the test, as a busy machine may need more time for its code than a control waits for it.
import '../fields/ChoiceList.tsx';

/** Chooses an option of a `Choice` with the mouse. */
export async function choose(control: HTMLElement, option: string): Promise<void> {
  await userEvent.click(control);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
