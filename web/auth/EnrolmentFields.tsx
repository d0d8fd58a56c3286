import { TextField } from '#web/ui/TextField.tsx'
import { deviceName, setupCode } from './rules.ts'
import { useForm } from './use-form.ts'

/** The form with which an authenticator app proves that it has the secret. */
export const useEnrolment = (enrol: (code: string, deviceName: string) => Promise<void>) =>
  useForm({
    initial: { deviceName: '', verificationCode: '' },
    rules: { deviceName, verificationCode: setupCode },
    place: 'enrolment',
    submit: (values) => enrol(values.verificationCode, values.deviceName),
  })

export const EnrolmentFields = ({ form }: { form: ReturnType<typeof useEnrolment> }) => (
  <>
    <TextField
      {...form.field('deviceName')}
      label="Device name"
      placeholder="My phone"
      autoComplete="off"
      isWide
    />
    <TextField
      {...form.field('verificationCode')}
      label="Verification code"
      autoComplete="one-time-code"
      inputMode="numeric"
      isWide
    />
  </>
)
