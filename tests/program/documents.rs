//! The console blocks of the documents are true.

#[test]
fn console_blocks_print_what_they_say() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("tests/cmd/*.md");
}
