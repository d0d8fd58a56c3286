import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { Button } from './Button.tsx'
import { addressesIn } from './e-mail-addresses.ts'
import styles from './ShareRow.module.css'
import { TextField } from './TextField.tsx'

interface ShareRowProps {
  onShare: (addresses: string[]) => void
  isPending?: boolean
  /** Why it could not be sent. */
  failure?: string | undefined
}

/** To whom something is sent. */
export function ShareRow({ onShare, isPending = false, failure }: ShareRowProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const error = problem ?? failure
  const share = () => {
    const { addresses, wrong } = addressesIn(text)
    if (addresses.length === 0) setProblem('Provide at least one e-mail address.')
    else if (wrong !== null) setProblem(`“${wrong}” is not an e-mail address.`)
    else onShare(addresses)
  }
  return (
    <Form
      className={styles.row!}
      onSubmit={(event) => {
        event.preventDefault()
        share()
      }}
    >
      <TextField
        label="E-mail addresses"
        isWide
        value={text}
        onChange={(typed) => {
          setText(typed)
          setProblem(undefined)
        }}
        helper="Separate several by commas."
        {...(error !== undefined && { error })}
      />
      <Button kind="primary" size="lg" type="submit" isPending={isPending}>
        Send
      </Button>
    </Form>
  )
}
