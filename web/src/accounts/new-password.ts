import { PASSWORD_MAX, PASSWORD_MIN } from '@forum/shared/limits'

/**
 * Attributes of a field for a new password. `passwordrules` tells Safari and password managers the rule, so
 * that the passwords that they suggest fit it.
 */
export const newPasswordInput = {
  type: 'password',
  autoComplete: 'new-password',
  passwordrules: `minlength: ${PASSWORD_MIN}; maxlength: ${PASSWORD_MAX}; required: lower; required: upper; required: digit; required: [-_.!@#$%^&*]; allowed: ascii-printable;`,
} as const
