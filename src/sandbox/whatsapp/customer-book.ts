import { digitsOf, numberKey, usualWaId, type Customer } from './customer.ts';
import { demoCustomers, newCustomer } from './demo-customers.ts';
import { CustomerMessageError } from './incoming.ts';

/** Digits with the country code: that of the business when the number has none. */
export function numberOf(number: string): string {
  const digits = digitsOf(number);
  const full = number.trim().startsWith('+') || digits.length > 11 ? digits : `55${digits}`;
  if (!/^[\d\s()+.-]+$/.test(number) || full.length < 8 || full.length > 15)
    throw new CustomerMessageError('number: takes a phone number with 8 to 15 digits');
  return full;
}

/** The people whom the sandbox knows. */
export class CustomerBook {
  readonly all: Customer[] = demoCustomers();

  byNumber(number: string): Customer | undefined {
    const key = numberKey(number);
    return this.all.find((one) => numberKey(one.number) === key);
  }

  byId(id: string): Customer | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** @throws CustomerMessageError for a number that is none, or somebody else's */
  add(name: string, number: string, options: { company?: string; username?: string }): Customer {
    const { company = '', username } = options;
    const customer = newCustomer(
      { name, company, number: this.#free(number), ...(username ? { username } : {}) },
      String(this.all.length + 1),
    );
    this.all.push(customer);
    return customer;
  }

  /** @throws CustomerMessageError for a number that is none, or somebody else's */
  renumber(customer: Customer, number: string): void {
    customer.number = this.#free(number);
    customer.waId = usualWaId(customer.number);
  }

  #free(number: string): string {
    const digits = numberOf(number);
    if (this.byNumber(digits)) throw new CustomerMessageError('number: another customer has it');
    return digits;
  }
}
