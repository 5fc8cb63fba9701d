/** An OpenAPI document, as far as tests read it. */
export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown> };
}

export interface Operation {
  operationId?: string;
  summary?: string;
  parameters?: Parameter[];
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema?: unknown }>;
      headers?: Record<string, unknown>;
    }
  >;
  security?: unknown[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  examples?: unknown;
  schema?: {
    type?: string;
    example?: unknown;
    examples?: unknown[];
    enum?: string[];
    default?: number;
    pattern?: string;
    minimum?: number;
    maximum?: number;
  };
}

export function operationsOf({ paths }: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}
