import { InvalidArgumentError } from 'commander'

/** Reads an option that is a number from one bound to the other. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text)
    if (!Number.isInteger(number) || number < least || number > most)
      throw new InvalidArgumentError(`Give ${least} to ${most}.`)
    return number
  }
