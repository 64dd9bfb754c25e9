// What `npm run lint` demands of the code; how it is laid out is Prettier's (.prettierrc.json).
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
    { ignores: ['dist/', 'node_modules/'] },
    js.configs.recommended,
    ...ts.configs.strict,
    ...ts.configs.stylistic,
    ...svelte.configs.recommended,
    {
        languageOptions: { globals: { ...globals.browser } },
        rules: {
            eqeqeq: ['error', 'always', { null: 'ignore' }],
            '@typescript-eslint/consistent-type-definitions': 'off',
            '@typescript-eslint/consistent-type-imports': 'error',
            '@typescript-eslint/no-empty-function': 'off',
            '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
            // Maps and sets that nothing is drawn from need not be reactive.
            'svelte/prefer-svelte-reactivity': 'off',
            // It is about SvelteKit's router; ours follows every link.
            'svelte/no-navigation-without-resolve': 'off',
        },
    },
    {
        files: ['src/**'],
        rules: {
            'no-restricted-syntax': [
                'error',
                {
                    selector:
                        "UnaryExpression[operator='void'] > :matches(Identifier, ArrayExpression, MemberExpression)",
                    message: 'Pass what an effect depends on to a function instead.',
                },
                {
                    selector:
                        "AssignmentExpression > MemberExpression[object.name='document'][property.name='title']",
                    message: 'Use PageTitle or <svelte:head>.',
                },
                {
                    selector:
                        "CallExpression[callee.object.name='document'][callee.property.name=/^querySelector/]",
                    message: 'Use bind:this or an attachment.',
                },
                { selector: 'TSAsExpression > TSNeverKeyword', message: 'Type it properly.' },
            ],
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser } },
    },
    {
        files: ['site/**'],
        languageOptions: {
            globals: { ...globals.serviceworker, version: 'readonly', files: 'readonly' },
        },
    },
    {
        files: ['e2e/**', 'tests/run.mjs', '*.js', '*.mjs', '*.ts'],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
);
