export const login = {
  email: "E-mail",
  password: "Password",
  emailMissing: "Enter your e-mail address.",
  passwordMissing: "Enter your password.",
  emailWrong: "Enter the e-mail address of your account.",
  passwordWrong: "Enter the password of your account.",
  logIn: "Log in",
  busy: "Logging in…",
} as const;
