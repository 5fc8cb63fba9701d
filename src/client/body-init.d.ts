// The generated client names this type of the web, which Node's types lack.
type BodyInit = NonNullable<RequestInit['body']>;
