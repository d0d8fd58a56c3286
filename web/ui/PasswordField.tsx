import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'before' | 'after' | 'autoComplete'> {
  /** Whether a manager of passwords fills in the one it has or offers a new one. */
  autoComplete: 'current-password' | 'new-password'
}

/** Hides what is typed until one asks to see it. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck="false"
      after={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide password' : 'Show password'}
          size="xs"
          onPress={() => setShown(!isShown)}
        />
      }
    />
  )
}
