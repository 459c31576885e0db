// Lint for the page: the recommended rules, with type information, and what we agreed on besides.
import js from "@eslint/js";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "node_modules/", "src/proto.ts"] },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      // Views are what the server sent, as each game has it: tables name their own types.
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      // Props are values, however they are written.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-properties": ["error", { property: "innerHTML", message: "build elements instead" }],
    },
  },
  // node:test waits for its tests by itself.
  { files: ["test/unit/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
  // Browser tests hand functions over to the page.
  { files: ["src/here/offline.js"], languageOptions: { globals: { ...globals.serviceworker, FILES: "readonly", NAME: "readonly" } } },
  { files: ["**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
);
