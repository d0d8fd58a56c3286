import { createContext } from 'react'

/** What the title of a screen is: the first heading of its page, unless it is shown among others. */
export const TitleElement = createContext<'h1' | 'h3'>('h1')
