declare module '*.sql?raw' {
  const statements: string
  export default statements
}
